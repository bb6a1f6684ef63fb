/** What a path and a verb come to, before and beside the registry of their resource. */
import type { IncomingCall, Procedure } from '#kernel';
import { builtInResource } from '../../api/built-in-resources';
import type { ApiResource, KubeObject, Status } from '../../api/objects';
import { newMethodNotSupported } from '../../api/status';
import { fieldValidationOf } from './field-validation';
import { type Outcome, refused } from './outcome';
import type { RegistryStore } from './registry-store';
import type { BodyRules } from './request-body';
import { getScale, writeScale } from './scale';

/** What a write is about, besides its name. */
export interface Target {
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly rules: BodyRules;
  readonly user: string;
  readonly warn: (text: string) => void;
}

/** How the body of a request is read, and who is told of what is odd in it. */
export function writingOf(call: IncomingCall): Omit<Target, 'namespace' | 'dryRun'> | Status {
  const { verb, query, user } = call.fields;
  const validation = fieldValidationOf(verb, query);
  if (typeof validation !== 'string') return validation;
  const warn = (text: string) => call.warn(text);
  const strict = validation === 'Strict';
  const heard = validation === 'Warn' ? warn : undefined;
  return { rules: { ownWords: call.loopback, strict, warn: heard }, user, warn };
}

export const SCALE = 'scale';

/** Whether the kind itself, or a subresource that can be read and changed, is meant. */
export const subresourceKnown = ({ of, strategy }: RegistryStore, name: string): boolean =>
  name === '' ||
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

/** The older way to bind a Pod: its name stands in the body alone. Upstream: LegacyBindingREST. */
export const isBindings = ({
  group,
  version,
  resource,
}: Pick<ApiResource, 'group' | 'version' | 'resource'>): boolean =>
  resource === 'bindings' && group === '' && version === 'v1';

export function asPodBinding(call: IncomingCall): IncomingCall {
  const { metadata } = (call.body ?? {}) as Partial<KubeObject>;
  const name = metadata?.name ?? '';
  const fields = { ...call.fields, resource: 'pods', subresource: 'binding', name };
  return {
    ...call,
    fields,
    reply: (...answer) => call.reply(...answer),
    warn: (text) => call.warn(text),
  };
}

/** What is decided without asking anybody. */
// biome-ignore lint/correctness/useYield: it waits for nothing.
export function* decided(outcome: Outcome): Procedure<Outcome> {
  return outcome;
}
