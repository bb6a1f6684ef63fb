/**
 * `version`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/version (version.go,
 *             skew_warning.go)
 * Simplified  prints its short form in every profile
 */
import { compareText } from '#base';
import type { VersionCommand } from '#console';
import type { Procedure } from '#kernel';
import { gitVersion, type Profile, profileWithin, versionInfo } from '../profile';
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

type Info = Readonly<Record<string, string>>;

export function* runVersion(call: LineCall, command: VersionCommand): Procedure<void> {
  const { profile } = call;
  const [, kustomize = ''] = KUSTOMIZE.find(([since]) => profileWithin(profile, since)) ?? [];
  const client = { clientVersion: versionInfo(profile), kustomizeVersion: kustomize };
  const { clientOnly, output } = command;
  const words = `Client Version: ${gitVersion(profile)}\nKustomize Version: ${kustomize}`;
  if (output === '') call.say(words);
  const result = clientOnly ? undefined : yield* call.client.raw('/version');
  const server = result?.ok ? (JSON.parse(result.object) as Info) : undefined;
  if (output !== '') {
    const all = { ...client, ...(server && { serverVersion: server }) };
    call.say(output === 'json' ? JSON.stringify(all, null, 2) : yamlOf(all));
  } else if (server) call.say(`Server Version: ${server.gitVersion}`);
  if (result && !result.ok) call.fail([result]);
  const skew = server && skewWarning(gitVersion(profile), server.gitVersion);
  if (skew !== undefined) call.say(skew, 'warning');
}

/** Texts and mappings of texts as YAML, by name; what would read as a number is quoted. */
function yamlOf(value: Readonly<Record<string, string | Info>>, indent = ''): string {
  const byName = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  const lines = byName.map(([name, inner]) => {
    if (typeof inner !== 'string') return `${indent}${name}:\n${yamlOf(inner, `${indent}  `)}`;
    return `${indent}${name}: ${/^\d+$/.test(inner) ? `"${inner}"` : inner}`;
  });
  return lines.join('\n');
}
