/**
 * What `expose` finds in a resource: the Pods it selects, and their ports.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/polymorphichelpers (canbeexposed.go,
 *             mapbasedselectorforobject.go, portsforobject.go, protocolsforobject.go)
 */
import type { ResourceType } from '#console';
import type { KubeObject } from '../api/objects';

type Labels = Readonly<Record<string, string>>;

const EXPOSABLE: ReadonlySet<string> = new Set(
  'ReplicationController. Service. Pod. Deployment.apps ReplicaSet.apps'.split(' '),
);

export const isExposable = ({ kind, group }: Pick<ResourceType, 'kind' | 'group'>): boolean =>
  EXPOSABLE.has(`${kind}.${group}`);

interface Spec {
  readonly selector?: Labels & { readonly matchLabels?: Labels; readonly matchExpressions?: [] };
  readonly containers?: readonly Container[];
  readonly ports?: readonly { readonly port: number; readonly protocol?: string }[];
  readonly template?: { readonly spec?: Spec };
}

interface Container {
  readonly ports?: readonly { readonly containerPort: number; readonly protocol?: string }[];
}

const specOf = ({ spec }: KubeObject): Spec => (spec ?? {}) as Spec;
const isEmpty = (labels: Labels | undefined): boolean => Object.keys(labels ?? {}).length === 0;

/** @returns why nothing can be selected */
export function exposedSelector(kind: string, object: KubeObject): Labels | string {
  const { selector } = specOf(object);
  switch (kind) {
    case 'Pod': {
      const { labels = {} } = object.metadata;
      return isEmpty(labels) ? 'the pod has no labels and cannot be exposed' : labels;
    }
    case 'Service':
      return selector ?? 'the service has no pod selector set';
    case 'ReplicationController':
      return selector ?? {};
    default: {
      const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
      if (isEmpty(matchLabels)) {
        return `invalid ${kind.toLowerCase()}: no selectors, therefore cannot be exposed`;
      }
      if (matchExpressions.length === 0) return matchLabels;
      const shown = expressionsText(matchExpressions);
      return `couldn't convert expressions - "${shown}" to map-based selector format`;
    }
  }
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** As Go prints them with %+v. */
function expressionsText(expressions: readonly Requirement[]): string {
  const texts = expressions.map(
    ({ key, operator, values = [] }) =>
      `{Key:${key} Operator:${operator} Values:[${values.join(' ')}]}`,
  );
  return `[${texts.join(' ')}]`;
}

/** Protocols by port, in their order. */
export function exposedPorts(kind: string, object: KubeObject): ReadonlyMap<string, string> {
  const spec = specOf(object);
  if (kind === 'Service') {
    return new Map((spec.ports ?? []).map(({ port, protocol }) => [`${port}`, protocol ?? 'TCP']));
  }
  const { containers = [] } = kind === 'Pod' ? spec : (spec.template?.spec ?? {});
  const ports = containers.flatMap((container) => container.ports ?? []);
  return new Map(ports.map((each) => [`${each.containerPort}`, each.protocol ?? 'TCP']));
}
