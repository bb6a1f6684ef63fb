/**
 * `get`, `get -w`, `describe` and `version`: what they ask.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (Run, watch),
 *             cmd/describe/describe.go, pkg/describe/describe.go, cmd/version
 * Simplified  tables are made of the objects, not asked of the server. describe asks for no quotas
 *             and limit ranges of a namespace, and for Endpoints, never EndpointSlices, of a
 *             Service. version prints its short form in every profile. -w ends after a minute of
 *             virtual time unless the step says how long
 */
import type { DescribeCommand, GetCommand, NamedTarget, ResourceType } from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject, Status } from '../api/objects';
import { ENDPOINTS, EVENTS } from '../api/resources';
import type { RestWatchEvent } from '../client/rest-client';
import { gitVersion, type Profile, profileWithin } from '../profile';
import { isNotFound } from './errors';
import { type Failed, heard, type Info, isKnown, type LineCall } from './line-call';
import { type Interrupt, streamed } from './stream';

const pairs = (infos: readonly Info[]): readonly (readonly [ResourceType, KubeObject])[] =>
  infos.flatMap(({ of, object }) => (isKnown(object) ? [[of, object] as const] : []));

/** Upstream: GetOptions.Run and printGeneric. */
export function* runGet(call: LineCall, command: GetCommand): Procedure<void> {
  const { selection, chunkSize, ignoreNotFound, output } = command;
  const { infos, failures } = yield* call.visit(selection, chunkSize);
  const failed = heard(failures, ignoreNotFound);
  const { targets } = selection;
  const single = targets.kind === 'names' && targets.items.length === 1;
  const quiet = infos.length === 0 && (ignoreNotFound || failed.length > 0);
  const generic = output.kind !== 'table';
  // Without a table, several objects make a list, and be it an empty one.
  if (!quiet || (generic && !single && !ignoreNotFound)) call.print('get', pairs(infos));
  call.fail(failed);
}

/**
 * Prints what is there and then every change, until it is interrupted or the server ends it.
 * Upstream: GetOptions.watch.
 */
export function* runWatch(
  call: LineCall,
  command: GetCommand,
  interrupt: Interrupt,
): Procedure<void> {
  const { selection, chunkSize, watch } = command;
  const { targets } = selection;
  const { infos, failures, resourceVersion } = yield* call.visit(selection, chunkSize);
  if (failures.length > 0) {
    call.fail(failures);
    return;
  }
  const named = targets.kind === 'names';
  if (named && infos.length !== 1) {
    const found = `${infos.length} resources were found`;
    const only = 'watch is only supported on individual resources and resource collections';
    call.say(`error: ${only} - ${found}`, 'error');
    return;
  }
  if (watch === 'after') call.print('watch ADDED', pairs(infos), 'at first');
  const target = named ? targets.items[0] : { of: targets.types[0], name: '' };
  // A list tells where to begin; a single object comes once more first, which is not shown.
  const from = { ...target, resourceVersion: named ? '0' : resourceVersion };
  yield* followed(call, command, from, interrupt);
}

interface WatchFrom extends NamedTarget {
  readonly resourceVersion: string;
}

/** A Status as a table. Upstream: printers.printStatus. */
const statusTable = ({ status, reason = '', message = '' }: Status): string => {
  const rows = [
    ['STATUS', 'REASON', 'MESSAGE'],
    [status, reason, message],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)) + 3);
  return rows.map(([a, b, c]) => `${a.padEnd(widths[0])}${b.padEnd(widths[1])}${c}`).join('\n');
};

function* followed(
  call: LineCall,
  { selection }: GetCommand,
  { of, name, resourceVersion }: WatchFrom,
  interrupt: Interrupt,
): Procedure<void> {
  const { labelSelector } = selection;
  const namespace = of.namespaced ? selection.namespace : '';
  const fieldSelector = name === '' ? selection.fieldSelector : `metadata.name=${name}`;
  let shown = name === '';
  const onEvent = ({ type, object }: RestWatchEvent) => {
    if (type === 'BOOKMARK') return;
    if (type === 'ERROR') call.say(statusTable(object as Status));
    else if (shown) call.print(`watch ${type}`, [[of, object as KubeObject]]);
    shown = true;
  };
  const options = { resourceVersion, labelSelector, fieldSelector, onEvent };
  yield* streamed(call, { of, namespace }, options, interrupt);
}

/** Upstream: DescribeOptions.Run. */
export function* runDescribe(call: LineCall, command: DescribeCommand): Procedure<void> {
  const { selection, chunkSize } = command;
  let { infos, failures } = yield* call.visit(selection, chunkSize);
  const { targets } = selection;
  const [failure] = failures;
  // A name that is none may be the beginning of some.
  if (failure && isNotFound(failure) && targets.kind === 'names' && targets.items.length === 1) {
    const [{ of, name: prefix }] = targets.items;
    const all = yield* call.list(of, selection, chunkSize);
    infos = all.infos.filter(({ name }) => name.startsWith(prefix));
    if (infos.length > 0) failures = [];
  }
  const failed = [...failures];
  for (const info of infos) failed.push(...(yield* describeOne(call, info, command)));
  if (infos.length === 0 && failed.length === 0) call.print('describe', []);
  call.fail(failed);
}

/** Kinds whose description has no Events. */
const WITHOUT_EVENTS = ['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];

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

/** Source: the release's kubectl. */
const KUSTOMIZE: readonly (readonly [since: Profile, version: string])[] = [
  ['1.33', 'v5.6.0'],
  ['1.32', 'v5.5.0'],
  ['1.31', 'v5.4.2'],
  ['1.28', 'v5.0.4-0.20230601165947-6ce0bf390ce3'],
  ['1.27', 'v5.0.1'],
  ['1.25', 'v4.5.7'],
];

export function* runVersion(call: LineCall): Procedure<void> {
  const { profile } = call;
  const [, kustomize] = KUSTOMIZE.find(([since]) => profileWithin(profile, since)) ?? [];
  call.say(`Client Version: ${gitVersion(profile)}\nKustomize Version: ${kustomize}`);
  const result = yield* call.client.raw('/version');
  if (!result.ok) call.fail([result]);
  else {
    const { gitVersion: server } = JSON.parse(result.object) as { gitVersion: string };
    call.say(`Server Version: ${server}`);
  }
}
