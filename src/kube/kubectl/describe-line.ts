/**
 * `describe`: what it asks.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/describe/describe.go,
 *             pkg/describe/describe.go
 * Simplified  asks for no quotas and limit ranges of a namespace, and for Endpoints, never
 *             EndpointSlices, of a Service
 */
import { type DescribeCommand, formatSelector, type ResourceType } from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { ENDPOINTS, EVENTS, REPLICA_SETS } from '../api/resources';
import { isNotFound } from './errors';
import type { Failed, Info, LineCall } from './line-call';

/** Upstream: DescribeOptions.Run. */
export function* runDescribe(call: LineCall, command: DescribeCommand): Procedure<void> {
  const { selection, chunkSize } = command;
  let { infos, failures } = yield* call.visit(selection, { chunkSize });
  const { targets } = selection;
  const [failure] = failures;
  // A name that is none may be the beginning of some.
  if (failure && isNotFound(failure) && targets.kind === 'names' && targets.items.length === 1) {
    const [{ of, name: prefix }] = targets.items;
    const all = yield* call.list(of, selection, { chunkSize });
    infos = all.infos.filter(({ name }) => name.startsWith(prefix));
    if (infos.length > 0) failures = [];
  }
  const failed = [...failures];
  for (const info of infos) failed.push(...(yield* describeOne(call, info, command)));
  if (infos.length === 0 && failed.length === 0) call.print('describe', []);
  call.fail(failed);
}

/** Kinds whose description has no Events. */
const WITHOUT_EVENTS = [
  'Namespace',
  'Secret',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
];

/** Those that a Deployment controls. Upstream: deploymentutil.GetAllReplicaSets. */
function* replicaSetsOf(
  call: LineCall,
  { metadata, spec }: KubeObject,
): Procedure<readonly KubeObject[]> {
  const { selector } = (spec ?? {}) as { readonly selector?: unknown };
  const labelSelector = formatSelector(selector) || undefined;
  const options = labelSelector === undefined ? {} : { labelSelector };
  const found = yield* call.client.list(REPLICA_SETS, metadata.namespace ?? '', options);
  if (!found.ok) return [];
  return found.object.items.filter(({ metadata: { ownerReferences = [] } }) =>
    ownerReferences.some(({ controller, uid }) => controller === true && uid === metadata.uid),
  );
}

/** One object and what its description needs besides. @returns why it could not be described. */
function* describeOne(
  call: LineCall,
  { of, namespace, name }: Info,
  { showEvents, chunkSize }: DescribeCommand,
): Procedure<readonly Failed[]> {
  const got = yield* call.client.get(of, namespace, name);
  if (!got.ok) return [got];
  const objects: (readonly [ResourceType, KubeObject])[] = [[of, got.object]];
  if (of.kind === 'Service' && of.group === '') {
    const endpoints = yield* call.client.get(ENDPOINTS, namespace, name);
    if (endpoints.ok) objects.push([ENDPOINTS, endpoints.object]);
  }
  if (of.kind === 'Deployment' && of.group === 'apps') {
    for (const set of yield* replicaSetsOf(call, got.object)) objects.push([REPLICA_SETS, set]);
  }
  if (showEvents && !WITHOUT_EVENTS.includes(of.kind)) {
    const { uid } = got.object.metadata;
    const fields = { kind: of.kind, name, namespace, uid };
    const fieldSelector = Object.entries(fields)
      .map(([field, value]) => `involvedObject.${field}=${value ?? ''}`)
      .join(',');
    const options = { fieldSelector, limit: chunkSize };
    const events = yield* call.client.list(EVENTS, namespace, options);
    if (events.ok) for (const event of events.object.items) objects.push([EVENTS, event]);
  }
  call.print('describe', objects);
  return [];
}
