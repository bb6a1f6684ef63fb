/**
 * `version`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/version
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
  }
}
