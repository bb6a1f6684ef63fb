/**
 * `version`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/version (version.go,
 *             skew_warning.go)
 * Simplified  prints its short form in every profile
 */
import type { VersionCommand } from '#console';
import type { Procedure } from '#kernel';
import { gitVersion, type Profile, profileWithin } from '../profile';
import type { LineCall } from './line-call';

/** Source: the release's kubectl. */
const KUSTOMIZE: readonly (readonly [since: Profile, version: string])[] = [
  ['1.33', 'v5.6.0'],
  ['1.32', 'v5.5.0'],
  ['1.31', 'v5.4.2'],
  ['1.28', 'v5.0.4-0.20230601165947-6ce0bf390ce3'],
  ['1.27', 'v5.0.1'],
  ['1.25', 'v4.5.7'],
];

/** Minor versions that client and server may be apart. Source: supportedMinorVersionSkew. */
const SUPPORTED_SKEW = 1;

/** What is said where client and server are too far apart. Upstream: printVersionSkewWarning. */
export function skewWarning(client: string, server: string): string | undefined {
  const numbers = (version: string) => /^v(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  const [major = 0, minor = 0] = numbers(client);
  const [itsMajor = 0, itsMinor = 0] = numbers(server);
  if (major === itsMajor && Math.abs(minor - itsMinor) <= SUPPORTED_SKEW) return undefined;
  const between = `client (${major}.${minor}) and server (${itsMajor}.${itsMinor})`;
  const most = `the supported minor version skew of +/-${SUPPORTED_SKEW}`;
  return `WARNING: version difference between ${between} exceeds ${most}`;
}

export function* runVersion(call: LineCall, { clientOnly }: VersionCommand): Procedure<void> {
  const { profile } = call;
  const [, kustomize] = KUSTOMIZE.find(([since]) => profileWithin(profile, since)) ?? [];
  call.say(`Client Version: ${gitVersion(profile)}\nKustomize Version: ${kustomize}`);
  if (clientOnly) return;
  const result = yield* call.client.raw('/version');
  if (!result.ok) call.fail([result]);
  else {
    const { gitVersion: server } = JSON.parse(result.object) as { gitVersion: string };
    call.say(`Server Version: ${server}`);
    const skew = skewWarning(gitVersion(profile), server);
    if (skew !== undefined) call.say(skew, 'warning');
  }
}
