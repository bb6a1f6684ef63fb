/**
 * What the status of each flow schema has to say of the priority level that it names.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go
 *             (digestNewPLsLocked, queueSetCompleterForPL, presyncFlowSchemaStatus,
 *             shouldDelayUpdate)
 */
import { after, minutes, type SimTime } from '#base';
import type { KubeObject } from '../../../api/objects';
import {
  EXEMPT,
  type FlowSchemaSpec,
  type PriorityLevelSpec,
} from '../../registry/strategies/flow-control';

export interface FlowSchemaCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

const DANGLING = 'Dangling';
/** A schema is written six times within a minute at most. Source: shouldDelayUpdate. */
const MOST_WRITES = 5;
const WINDOW = minutes(1);

/**
 * Why a level is taken for one that is not there; undefined where it is sound.
 * @param exemptHasSpec from 1.28 on the exempt level has a spec of its own
 */
export function brokenLevel(level: KubeObject, exemptHasSpec: boolean): string | undefined {
  const { type, limited, exempt } = (level.spec ?? {}) as PriorityLevelSpec;
  const top = 'broken union structure at the top';
  if (exemptHasSpec) {
    if ((type === 'Limited') !== (limited !== undefined)) return `${top}, for Limited`;
    if ((type === 'Exempt') !== (exempt !== undefined)) return `${top}, for Exempt`;
  } else if ((type === 'Exempt') !== (limited === undefined)) return top;
  if ((type === 'Exempt') !== (level.metadata.name === EXEMPT)) {
    return 'non-alignment between name and type';
  }
  const { type: response, queuing } = limited?.limitResponse ?? {};
  if (limited && (response === 'Reject') !== (queuing === undefined)) {
    return 'broken union structure for limit response';
  }
  return undefined;
}

/** The condition to write; undefined where the schema says so already. */
export function danglingCondition(
  schema: KubeObject,
  levels: ReadonlySet<string>,
  now: string,
): FlowSchemaCondition | undefined {
  const { name = '' } = ((schema.spec ?? {}) as FlowSchemaSpec).priorityLevelConfiguration ?? {};
  const named = `the PriorityLevelConfiguration object named "${name}"`;
  const subject = `This FlowSchema references ${named}`;
  const wanted = levels.has(name)
    ? { status: 'False', reason: 'Found', message: `${subject} and it exists` }
    : { status: 'True', reason: 'NotFound', message: `${subject} but there is no such object` };
  const { conditions = [] } = (schema.status ?? {}) as {
    readonly conditions?: readonly FlowSchemaCondition[];
  };
  const found = conditions.find(({ type }) => type === DANGLING);
  const same =
    found?.status === wanted.status &&
    found.reason === wanted.reason &&
    found.message === wanted.message;
  if (same) return undefined;
  const { status, reason, message } = wanted;
  return { type: DANGLING, status, lastTransitionTime: now, reason, message };
}

/** When each schema was written, as far as it counts. Two servers may be of two minds for long. */
export class RecentWrites {
  readonly #times = new Map<string, readonly SimTime[]>();

  /** Whether one more write has to wait. */
  tooMany(name: string, now: SimTime): boolean {
    const times = (this.#times.get(name) ?? []).filter((at) => after(at, WINDOW) >= now);
    this.#times.set(name, times);
    return times.length > MOST_WRITES;
  }

  add(name: string, now: SimTime): void {
    this.#times.set(name, [...(this.#times.get(name) ?? []), now]);
  }
}
