/** What a path and a verb come to, before and beside the registry of their resource. */
import type { IncomingCall, Procedure } from '#kernel';
import { builtInResource } from '../../api/built-in-resources';
import type { ApiResource } from '../../api/objects';
import { newMethodNotSupported } from '../../api/status';
import { type Outcome, refused } from './outcome';
import type { RegistryStore } from './registry-store';
import type { BodyRules } from './request-body';
import { getScale, writeScale } from './scale';

/** What a write is about, besides its name. */
export interface Target {
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly rules: BodyRules;
}

export const SCALE = 'scale';

export const hasSubresource = ({ of, strategy }: RegistryStore, name: string): boolean =>
  name in strategy.subresources ||
  (name === SCALE && !!builtInResource(of.group, of.resource)?.subresources.includes(SCALE));

export function scale(
  call: IncomingCall,
  store: RegistryStore,
  target: Target,
): Procedure<Outcome> {
  const { verb, name } = call.fields;
  if (verb === 'get') return getScale(store, { name, ...target });
  if (verb !== 'update' && verb !== 'patch') {
    return decided(refused(newMethodNotSupported(store.of, verb)));
  }
  return writeScale(store, verb, { name, body: call.body, ...target });
}

/** What is decided without asking anybody. */
// biome-ignore lint/correctness/useYield: it waits for nothing.
export function* decided(outcome: Outcome): Procedure<Outcome> {
  return outcome;
}

/** Paths of namespaced resources without a namespace only list and watch. */
export function lacksNamespace({ fields }: IncomingCall, { namespaced }: ApiResource): boolean {
  if (!namespaced || fields.namespace !== '') return false;
  return fields.verb !== 'list' && fields.verb !== 'watch';
}
