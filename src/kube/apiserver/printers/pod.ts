/**
 * The row of a Pod.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go (printPod); restartable
 *             init containers as of v1.28
 */
import { at, type Json, listAt, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import type { TableRowCondition } from '../../api/table';
import {
  AGE,
  type AgeOf,
  column,
  NAME,
  NONE,
  nameOf,
  numberAt,
  orElse,
  type TableKind,
  wide,
} from './columns';

/** Source: pkg/util/node (NodeUnreachablePodReason). */
const NODE_LOST = 'NodeLost';
const GATED = 'SchedulingGated';

const PHASE_CONDITIONS: Readonly<Record<string, readonly TableRowCondition[]>> = {
  Succeeded: [completed('Succeeded', 'The pod has completed successfully.')],
  Failed: [completed('Failed', 'The pod failed.')],
};

function completed(reason: string, message: string): TableRowCondition {
  return { type: 'Completed', status: 'True', reason, message };
}

/** A Pod that has ended says so beside its cells. */
export const podConditions = (pod: KubeObject): readonly TableRowCondition[] | undefined =>
  PHASE_CONDITIONS[textAt(pod, 'status', 'phase')];

/** What the containers' statuses come to. */
interface Summary {
  reason: string;
  restarts: number;
  /** When one ended last, as text that can be compared; "" for never. */
  lastRestart: string;
  ready: number;
}

const conditionTrue = (pod: KubeObject, type: string): boolean =>
  listAt(pod, 'status', 'conditions').some(
    (each) => textAt(each, 'type') === type && textAt(each, 'status') === 'True',
  );

const restartable = (container: Json): boolean => textAt(container, 'restartPolicy') === 'Always';

function countRestarts(sum: Summary, status: Json): void {
  sum.restarts += numberAt(status, 'restartCount');
  const ended = textAt(status, 'lastState', 'terminated', 'finishedAt');
  if (ended > sum.lastRestart) sum.lastRestart = ended;
}

/** `Error`, `Signal:9`, `ExitCode:1`. */
function endOf(terminated: Json): string {
  const reason = textAt(terminated, 'reason');
  if (reason !== '') return reason;
  const signal = numberAt(terminated, 'signal');
  return signal === 0 ? `ExitCode:${numberAt(terminated, 'exitCode')}` : `Signal:${signal}`;
}

/** @returns whether the init containers still have something to do. */
function readInit(pod: KubeObject, sum: Summary, sidecars: Summary): boolean {
  const specs = listAt(pod, 'spec', 'initContainers');
  const statuses = listAt(pod, 'status', 'initContainerStatuses');
  for (const [index, status] of statuses.entries()) {
    const spec = specs.find((each) => textAt(each, 'name') === textAt(status, 'name'));
    const sidecar = restartable(spec);
    countRestarts(sum, status);
    if (sidecar) countRestarts(sidecars, status);
    const terminated = at(status, 'state', 'terminated');
    const waiting = textAt(status, 'state', 'waiting', 'reason');
    if (terminated && numberAt(terminated, 'exitCode') === 0) continue;
    if (sidecar && at(status, 'started') === true) {
      if (at(status, 'ready') === true) sum.ready += 1;
      continue;
    }
    if (terminated) sum.reason = `Init:${endOf(terminated)}`;
    else if (waiting !== '' && waiting !== 'PodInitializing') sum.reason = `Init:${waiting}`;
    else sum.reason = `Init:${index}/${specs.length}`;
    return true;
  }
  return false;
}

function readContainers(pod: KubeObject, sum: Summary): void {
  let running = false;
  const statuses = listAt(pod, 'status', 'containerStatuses');
  for (const status of [...statuses].reverse()) {
    countRestarts(sum, status);
    const terminated = at(status, 'state', 'terminated');
    const waiting = textAt(status, 'state', 'waiting', 'reason');
    if (waiting !== '') sum.reason = waiting;
    else if (terminated) sum.reason = endOf(terminated);
    else if (at(status, 'ready') === true && at(status, 'state', 'running')) {
      running = true;
      sum.ready += 1;
    }
  }
  // One that still runs speaks for the Pod.
  if (sum.reason === 'Completed' && running) {
    sum.reason = conditionTrue(pod, 'Ready') ? 'Running' : 'NotReady';
  }
}

function summaryOf(pod: KubeObject): Summary {
  const gated = listAt(pod, 'status', 'conditions').some(
    (each) => textAt(each, 'type') === 'PodScheduled' && textAt(each, 'reason') === GATED,
  );
  const own = orElse(textAt(pod, 'status', 'reason'), textAt(pod, 'status', 'phase'));
  const sum: Summary = { reason: gated ? GATED : own, restarts: 0, lastRestart: '', ready: 0 };
  const sidecars: Summary = { ...sum };
  const initializing = readInit(pod, sum, sidecars);
  if (!initializing || conditionTrue(pod, 'Initialized')) {
    sum.restarts = sidecars.restarts;
    sum.lastRestart = sidecars.lastRestart;
    readContainers(pod, sum);
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    sum.reason = textAt(pod, 'status', 'reason') === NODE_LOST ? 'Unknown' : 'Terminating';
  }
  return sum;
}

function gatesOf(pod: KubeObject): string {
  const gates = listAt(pod, 'spec', 'readinessGates');
  if (gates.length === 0) return NONE;
  const open = gates.filter((gate) => conditionTrue(pod, textAt(gate, 'conditionType')));
  return `${open.length}/${gates.length}`;
}

function podCells(pod: KubeObject, ageOf: AgeOf) {
  const { reason, restarts, lastRestart, ready } = summaryOf(pod);
  const total =
    listAt(pod, 'spec', 'containers').length +
    listAt(pod, 'spec', 'initContainers').filter(restartable).length;
  const ago = restarts === 0 || lastRestart === '' ? '' : ` (${ageOf(lastRestart)} ago)`;
  return [
    nameOf(pod),
    `${ready}/${total}`,
    reason,
    `${restarts}${ago}`,
    ageOf(pod.metadata.creationTimestamp),
    orElse(textAt(listAt(pod, 'status', 'podIPs')[0], 'ip'), NONE),
    orElse(textAt(pod, 'spec', 'nodeName'), NONE),
    orElse(textAt(pod, 'status', 'nominatedNodeName'), NONE),
    gatesOf(pod),
  ];
}

export const PODS: TableKind = {
  columns: [
    NAME,
    column('Ready', 'The aggregate readiness state of this pod for accepting traffic.'),
    column('Status', 'The aggregate status of the containers in this pod.'),
    column(
      'Restarts',
      'The number of times the containers in this pod have been restarted and when the last ' +
        'container in this pod has restarted.',
    ),
    AGE,
    wide('IP', 'Address of the Pod'),
    wide('Node', 'Node that the Pod is bound to'),
    wide('Nominated Node', 'Node on which room is being made for the Pod'),
    wide('Readiness Gates', 'Further conditions that the Pod waits for before it is ready'),
  ],
  cells: podCells,
};
