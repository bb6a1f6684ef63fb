/** What a scenario's steps did that still lasts at a time, and until when. */
import { parseGoDuration } from '#base';
import type { Scenario, TimelineStep } from '#protocol';
import { stepTime } from './edit-scenario';

export type LastingVerb = 'partition' | 'delay' | 'clock' | 'outage' | 'latency' | 'hook' | Halt;
/** Verbs that keep a process from working. */
type Halt = 'pause' | 'kill' | 'terminate';

export interface RunningFault {
  /** Place of its step in the timeline. */
  readonly place: number;
  readonly verb: LastingVerb;
  /** The first side, or the process. */
  readonly between: string;
  /** The other side, or what is done to the process. */
  readonly and: string;
  /** When it heals by itself, µs; undefined for one that lasts until it is healed. */
  readonly until: number | undefined;
  /** The fault is of a hook that runs by now: it cannot be healed any more. */
  readonly started: boolean;
}

/** When a process first starts at or after a time; undefined when it does not. */
export type StartAfter = (process: string, time: number) => number | undefined;

/** Until when a hook of a process held it up, once started; undefined while it still does. */
export type HookEnd = (process: string, hook: string, start: number) => number | undefined;

/** Verbs that set a paused process going, or end it. */
const ENDS_A_PAUSE = ['resume', 'kill', 'restart'];
const ENDS: ReadonlySet<LastingVerb> = new Set(['kill', 'terminate']);

type Named = Pick<RunningFault, 'verb' | 'between' | 'and'>;

/** Faults that hold at `time`, in the order of the timeline. */
export function runningFaults(
  scenario: Scenario,
  time: number,
  startAfter: StartAfter,
  hookEnd: HookEnd,
): readonly RunningFault[] {
  const { timeline = [] } = scenario.spec;
  const faults = timeline.flatMap((step, place) => {
    const since = stepTime(step);
    const fault = nameOf(step);
    if (!fault || since > time) return [];
    const length = step.for === undefined ? undefined : parseGoDuration(step.for);
    const until = length === undefined ? undefined : since + length;
    const course = { timeline, since, time, startAfter, hookEnd };
    const started = fault.verb === 'hook' && hasStarted(fault.between, course);
    if (until !== undefined && until <= time && !started) return [];
    if (isOver(fault, course)) return [];
    return [{ ...fault, place, until: started ? undefined : until, started }];
  });
  const down = new Set<string>();
  return faults.filter(({ verb, between }) => {
    if (!ENDS.has(verb)) return true;
    // A process that is down already cannot be ended again: its first end is what counts.
    const first = !down.has(between);
    down.add(between);
    return first;
  });
}

function nameOf(step: TimelineStep): Named | undefined {
  const { partition, delay, clock, etcd, hook } = step as Readonly<
    Record<string, Payload | undefined>
  >;
  if (partition) return { verb: 'partition', ...sidesOf(partition) };
  if (delay) return { verb: 'delay', ...sidesOf(delay) };
  if (clock) {
    const { process, offset, rate } = clock;
    const words = [offset, rate === undefined ? undefined : `×${rate}`].filter(Boolean).join(' ');
    return { verb: 'clock', between: String(process), and: words };
  }
  if (etcd?.outage !== undefined) return { verb: 'outage', between: 'etcd', and: '' };
  if (etcd?.latency !== undefined) {
    return { verb: 'latency', between: 'etcd', and: String(etcd.latency) };
  }
  if (hook) return { verb: 'hook', between: String(hook.process), and: String(hook.name) };
  const halt = (['pause', 'kill', 'terminate'] as const).find((verb) => step[verb] !== undefined);
  return halt && { verb: halt, between: String(step[halt]), and: '' };
}

type Payload = Readonly<Record<string, unknown>>;

function sidesOf({ between, and }: Payload): Pick<Named, 'between' | 'and'> {
  const list = (side: unknown): string => (Array.isArray(side) ? side.join(', ') : String(side));
  return { between: list(between), and: list(and) };
}

interface Course {
  readonly timeline: readonly TimelineStep[];
  readonly since: number;
  readonly time: number;
  readonly startAfter: StartAfter;
  readonly hookEnd: HookEnd;
}

const hasStarted = (process: string, { since, time, startAfter }: Course): boolean =>
  (startAfter(process, since) ?? Number.POSITIVE_INFINITY) <= time;

/** Whether something else than its end has ended it. */
function isOver({ verb, between, and }: Named, course: Course): boolean {
  const { timeline, since, time, startAfter, hookEnd } = course;
  if (verb === 'hook') {
    const start = startAfter(between, since);
    if (start === undefined || start > time) return false;
    return (hookEnd(between, and, start) ?? Number.POSITIVE_INFINITY) <= time;
  }
  if (ENDS.has(verb)) {
    return (startAfter(between, since + 1) ?? Number.POSITIVE_INFINITY) <= time;
  }
  if (verb !== 'pause') return false;
  return timeline.some(
    (later) =>
      stepTime(later) >= since &&
      stepTime(later) <= time &&
      ENDS_A_PAUSE.some((end) => later[end] === between),
  );
}
