/**
 * The election of a component: its lock, the client of that lock, and who tells of it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/
 *             interface.go (NewFromKubeconfig)
 */
import { bad, good, type Result, type SimDuration, seconds } from '#base';
import type { Process } from '#kernel';
import { CoreEventRecorder } from '../client/core-event-recorder';
import {
  type ElectorCallbacks,
  electorError,
  LeaderElector,
} from '../client/leader-election/leader-elector';
import { newLock, olderLock } from '../client/leader-election/new-lock';
import type { LockParts } from '../client/leader-election/resource-lock';
import { RequestContext } from '../client/request-context';
import type { Switches } from '../profile';
import { randomUuid } from '../random-uuid';
import type { ClientBuilder } from './client-builder';
import type { ElectionOptions } from './election-options';

/** Shortest time-out of a request of the lock. */
const MIN_TIMEOUT = seconds(1);

export interface ElectionParts {
  readonly process: Process;
  readonly clients: ClientBuilder;
  readonly options: ElectionOptions;
  readonly switches: Switches;
  /** source.component of its Events. */
  readonly eventSource: string;
  /** What the client of Events is called. */
  readonly eventClient: string;
  readonly logsEvents: boolean;
  readonly releaseOnCancel: boolean;
  readonly callbacks: ElectorCallbacks;
  /** Last part of the elector's path. */
  readonly lane?: string;
  /** As before 1.12: no time-out of a request, the bare host name, Endpoints or a ConfigMap. */
  readonly older?: boolean;
}

/** Where it went wrong. */
export type ElectionFault = 'lock' | 'elector';

/** @returns the elector, or why there is none; `path` says what could not be made. */
export function makeElection(parts: ElectionParts): Result<LeaderElector> {
  const {
    process,
    options,
    switches,
    older = false,
    releaseOnCancel,
    callbacks,
    lane = 'leader-election',
  } = parts;
  const { leaseDuration, renewDeadline, retryPeriod, resourceName: name } = options;
  const requests = older ? undefined : new RequestContext();
  const lock = lockOf(parts, requests);
  if (!lock.ok) return lock;
  const config = {
    ...{ lock: lock.value, leaseDuration, renewDeadline, retryPeriod },
    ...{ callbacks, releaseOnCancel, name },
  };
  const reason = electorError(config, switches);
  if (reason !== undefined) return bad([{ path: 'elector' satisfies ElectionFault, reason }]);
  const actor = `${process.name}/${lane}`;
  return good(new LeaderElector({ process, actor, switches, requests, older }, config));
}

function lockOf(parts: ElectionParts, context: RequestContext | undefined) {
  const { process, clients, options, switches, older } = parts;
  const stream = process.random('identity');
  const unique = () => `${process.name}_${randomUuid((min, max) => stream.int(min, max))}`;
  const identity = older ? process.name : unique();
  const half = Math.floor(options.renewDeadline / 2);
  const timeout = older ? undefined : (Math.max(MIN_TIMEOUT, half) as SimDuration);
  const client = clients.client({ suffix: 'leader-election', timeout, context });
  const recorder = recorderOf(parts);
  const of: LockParts = {
    client,
    identity,
    namespace: options.resourceNamespace,
    name: options.resourceName,
    keepsFailedGet: older || switches.leaseLockKeepsFailedGet,
    events: (lease, words) => recorder.event(lease, 'Normal', 'LeaderElection', words),
  };
  const { resourceLock } = options;
  const lock = older ? olderLock(resourceLock, of) : newLock(resourceLock, of, switches);
  if (lock.ok) return lock;
  return bad(lock.faults.map(({ reason }) => ({ path: 'lock' satisfies ElectionFault, reason })));
}

const recorderOf = ({ process, clients, ...parts }: ElectionParts): CoreEventRecorder =>
  new CoreEventRecorder({
    process,
    actor: `${process.name}/events`,
    client: clients.client({ suffix: parts.eventClient }),
    component: parts.eventSource,
    logs: parts.logsEvents,
    olderLines: parts.older,
  });
