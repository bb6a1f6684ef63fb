/**
 * The conditions of a CustomResourceDefinition, and the names that it gets.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/apihelpers/helpers.go (SetCRDCondition, GetAPIApprovalState),
 *             pkg/controller/status/naming_controller.go (calculateNamesAndConditions)
 */

import { type CrdNames, crdSpec } from '../../../api/crd-spec';
import { semanticDeepEqual } from '../../../api/equality';
import type { KubeObject } from '../../../api/objects';
import { printAggregate } from '../../options/aggregate';

export interface CrdCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason: string;
  readonly message: string;
}

export interface CrdStatus {
  readonly conditions?: readonly CrdCondition[];
  readonly acceptedNames?: CrdNames;
  readonly storedVersions?: readonly string[];
}

export const NAMES_ACCEPTED = 'NamesAccepted';
export const ESTABLISHED = 'Established';

export const crdStatus = (crd: KubeObject): CrdStatus => (crd.status ?? {}) as CrdStatus;

export const findCondition = (crd: KubeObject, wanted: string): CrdCondition | undefined =>
  crdStatus(crd).conditions?.find(({ type }) => type === wanted);

export const conditionTrue = (crd: KubeObject, type: string): boolean =>
  findCondition(crd, type)?.status === 'True';

export const crdCondition = (
  type: string,
  status: string,
  reason: string,
  message: string,
): CrdCondition => ({ type, status, reason, message });

/** The definition with that condition; its time stays where only the words change. */
export function withCondition(crd: KubeObject, wanted: CrdCondition, now: string): KubeObject {
  const { conditions = [] } = crdStatus(crd);
  const old = findCondition(crd, wanted.type);
  const kept = old?.status === wanted.status ? old.lastTransitionTime : undefined;
  const condition = { ...wanted, lastTransitionTime: kept ?? now };
  const next = old
    ? conditions.map((each) => (each === old ? condition : each))
    : [...conditions, condition];
  return { ...crd, status: { ...crdStatus(crd), conditions: next } };
}

/** Names that definitions of a group have. */
export interface TakenNames {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

export interface NamesVerdict {
  readonly names: CrdNames;
  readonly accepted: CrdCondition;
  readonly established: CrdCondition;
}

/** What a definition gets of the names that it asks for. */
export function acceptNames(crd: KubeObject, { resources, kinds }: TakenNames): NamesVerdict {
  const { names: asked = {} } = crdSpec(crd);
  const { acceptedNames: had = {} } = crdStatus(crd);
  const names: Record<string, unknown> = { ...had };
  let conflict: CrdCondition | undefined;
  const refuse = (field: string, message: string): void => {
    conflict = crdCondition(NAMES_ACCEPTED, 'False', `${field}Conflict`, message);
  };
  const inUse = (name: string) => `${JSON.stringify(name)} is already in use`;
  const take = (field: 'plural' | 'singular' | 'kind' | 'listKind', used: ReadonlySet<string>) => {
    const name = asked[field] ?? '';
    if (name === (had[field] ?? '') || !used.has(name)) names[field] = name;
    else refuse(`${field[0].toUpperCase()}${field.slice(1)}`, inUse(name));
  };
  take('plural', resources);
  take('singular', resources);
  const short = asked.shortNames ?? [];
  if (!semanticDeepEqual(short, had.shortNames ?? [])) {
    const own = [...(had.shortNames ?? []), had.plural, had.singular];
    const wrong = short.filter((name) => !own.includes(name) && resources.has(name));
    if (wrong.length === 0) names.shortNames = short;
    else refuse('ShortNames', printAggregate(wrong.map(inUse)));
  }
  take('kind', kinds);
  take('listKind', kinds);
  if (asked.categories) names.categories = asked.categories;
  const accepted =
    conflict ?? crdCondition(NAMES_ACCEPTED, 'True', 'NoConflicts', 'no conflicts found');
  const old = findCondition(crd, ESTABLISHED);
  const installing = old?.status !== 'True' && !conflict;
  const established = installing
    ? crdCondition(ESTABLISHED, 'False', 'Installing', 'the initial names have been accepted')
    : (old ?? crdCondition(ESTABLISHED, 'False', 'NotAccepted', 'not all names are accepted'));
  return { names, accepted, established };
}

export const APPROVED_ANNOTATION = 'api-approved.kubernetes.io';

/** What the annotation of a definition in a group of the community says; undefined elsewhere. */
export function apiApproval(crd: KubeObject): CrdCondition | undefined {
  const { group = '' } = crdSpec(crd);
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) return undefined;
  const text = crd.metadata.annotations?.[APPROVED_ANNOTATION] ?? '';
  const say = (status: string, reason: string, message: string) =>
    crdCondition('KubernetesAPIApprovalPolicyConformant', status, `${reason}Annotation`, message);
  const rule = `protected groups must have approval annotation "${APPROVED_ANNOTATION}"`;
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (text === '') return say('False', 'Missing', `${rule}, ${see}`);
  if (text.startsWith('unapproved')) {
    return say('False', 'Unapproved', `not approved: ${JSON.stringify(text)}`);
  }
  if (/^[a-z][a-z\d+.-]*:\/\/[^/\s]+/i.test(text)) {
    return say('True', 'Approved', `approved in ${text}`);
  }
  const either = 'with either a URL or a reason starting with "unapproved"';
  return say('False', 'Invalid', `${rule} ${either}, ${see}`);
}
