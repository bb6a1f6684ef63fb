/** For tests: objects of a kind as the API server makes them, and what it says of them. */
import { fieldErrorText } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { API_RESOURCES } from '../../../api/resources';
import { plainStrategy } from '../../registry/strategies/plain';
import { KIND_RULES } from '../rules';

const strategyOf = (kind: string) => {
  const of = API_RESOURCES.find((each) => each.kind === kind && !each.version.includes('beta'));
  if (!of) throw new Error(kind);
  return { of, strategy: plainStrategy(of, KIND_RULES[kind]) };
};

export function made(kind: string, fields: object) {
  const { of, strategy } = strategyOf(kind);
  const metadata = { name: 'x', uid: 'u', ...(of.namespaced ? { namespace: 'default' } : {}) };
  const apiVersion = of.group === '' ? of.version : `${of.group}/${of.version}`;
  const given = { apiVersion, kind, metadata, ...fields } as KubeObject;
  return strategy.prepareForCreate(strategy.setDefaults(given), {} as never);
}
export const created = (kind: string, fields: object) =>
  strategyOf(kind).strategy.validate(made(kind, fields)).map(fieldErrorText);
export const updated = (kind: string, fields: object, old: object) =>
  strategyOf(kind).strategy.validateUpdate(made(kind, fields), made(kind, old)).map(fieldErrorText);

export type Row = readonly [what: string, kind: string, fields: object, texts: readonly string[]];
