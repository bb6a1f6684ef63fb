/** Area `backoff`: waits that grow, for many things and for one loop of tries. */
import { formatGoDuration, parseGoDuration, type SimDuration } from '#base';
import {
  Backoff,
  type BackoffSpec,
  type Condition,
  ExponentialBackoff,
  exponentialBackoff,
  jittered,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import type { Facts } from '../facts';
import { ItemBackoffStand } from '../item-backoff-stand';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { drawing, Rig } from '../rig';
import { DescribedFact, DurationFact, durationIn, nanosIn } from '../time-facts';

export const backoffAdapter: AreaAdapter = { area: 'backoff', calls: { list } };

/** Most draws of one step. */
const MOST = 10_000;

function list(question: Question): Answer {
  const { given } = question;
  if ('condition' in given) return loop(question);
  if ('backoff' in given) return steps(question);
  if ('cases' in given) return jitters(question);
  if ('reset' in given) return manager(question);
  return new ItemBackoffStand(given).answer(question.when);
}

function specOf(fields: Fields): BackoffSpec {
  fields.only('duration', 'factor', 'jitter', 'steps', 'cap');
  return {
    duration: durationIn(fields, 'duration', '0'),
    factor: fields.atLeast('factor', 0, 0),
    jitter: fields.atLeast('jitter', 0, 0),
    steps: fields.count('steps', 0),
    ...(fields.has('cap') ? { cap: durationIn(fields, 'cap') } : {}),
  };
}

/** How a case compares draws with a reference, in its own words. */
const RULE =
  'each drawn value differs from the reference value, and (reference - drawn)/reference <= ' +
  'jitter (a lower bound only)';

function steps({ given, when }: Question): Answer {
  const spec = specOf(new Fields(given, 'given').only('backoff').inside('backoff'));
  const backoff = new Backoff(drawing(), spec);
  const drawn: SimDuration[] = [];
  for (const step of stepsOf(when)) {
    const op = step.only('op', 'times').text('op');
    if (op !== 'Step') throw new Unsupported(`op ${op}`);
    for (let left = step.count('times', 1, MOST); left > 0; left -= 1) drawn.push(backoff.step());
  }
  const { jitter = 0 } = spec;
  const follows = (length: SimDuration) => (words: string) => {
    const reference = parseGoDuration(words);
    if (reference === undefined || reference === length) return false;
    return (reference - length) / reference <= jitter;
  };
  return {
    facts: {
      steps: drawn.map((length) => new DurationFact(length)),
      referenceValues: drawn.map(
        (length) => new DescribedFact(formatGoDuration(length), follows(length)),
      ),
      rule: RULE,
    },
  };
}

/** In nanoseconds throughout, which the waits do not know of. */
function manager({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given');
  inputs.only('initial', 'max', 'reset', 'factor', 'jitter', 'clock').said('clock', 'fake');
  const clock = { now: 0 as never };
  const backoff = new ExponentialBackoff(clock, drawing(), {
    initial: nanosIn(inputs, 'initial') as SimDuration,
    max: nanosIn(inputs, 'max') as SimDuration,
    reset: nanosIn(inputs, 'reset') as SimDuration,
    factor: inputs.atLeast('factor', 0, 0),
    jitter: inputs.atLeast('jitter', 0, 0),
  });
  const before: number[] = [];
  const later: number[] = [];
  let advanced = false;
  for (const step of stepsOf(when)) {
    const op = step.only('op', 'times', 'by').text('op');
    if (op === 'advance') {
      clock.now = (clock.now + nanosIn(step, 'by')) as never;
      advanced = true;
    } else if (op === 'next') {
      const drawn = advanced ? later : before;
      for (let left = step.count('times', 1, MOST); left > 0; left -= 1) drawn.push(backoff.step());
    } else throw new Unsupported(`op ${op}`);
  }
  return { facts: { backoffsNs: before, afterReset: later[0] ?? null } };
}

const BETWEEN = /^between (\d+)ns and (\d+)ns \((\d+) draws\)$/;
const EXACTLY = /^exactly (\d+)ns$/;
/** Most draws of one case. */
const DRAWS = 1_000;

function jitters({ given, when }: Question): Answer {
  const [step, ...more] = stepsOf(when);
  if (more.length > 0 || step?.only('op').text('op') !== 'next')
    throw new Unsupported('when: expected next');
  const inputs = new Fields(given, 'given').only('cases').list('cases');
  const cases = inputs.map((value, index) => {
    const each = new Fields(value, `given.cases[${index}]`).only('duration', 'jitter');
    const length = nanosIn(each, 'duration') as SimDuration;
    const stream = drawing();
    const draw = () => jittered(stream, length, each.number('jitter'));
    return new DescribedFact(`${draw()}ns`, (words) => {
      const exactly = EXACTLY.exec(words)?.[1];
      if (exactly !== undefined) return allDraws(DRAWS, draw, (drawn) => drawn === Number(exactly));
      const [, least, most, count] = BETWEEN.exec(words) ?? [];
      if (count === undefined || Number(count) > DRAWS) return false;
      const fits = (drawn: number) => drawn >= Number(least) && drawn <= Number(most);
      return allDraws(Number(count), draw, fits);
    });
  });
  return { facts: { cases } };
}

const allDraws = (count: number, draw: () => number, fits: (drawn: number) => boolean): boolean =>
  Array.from({ length: count }, draw).every(fits);

const CONDITION = /^(?:always not done|never done|(fails|done) (?:at once|on the (\w+) call))$/;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const NUMBERED = /^([1-9]\d*)(?:st|nd|rd|th)$/;

/** A number from 1, of `third` or `3rd`. */
function ordinalOf(words: string): number {
  const number = ORDINALS.indexOf(words) + 1 || Number(NUMBERED.exec(words)?.[1]);
  if (Number.isNaN(number)) throw new Unsupported(`given.condition: ${words}`);
  return number;
}

/** What a condition of a case fails with. */
const FAILURE = 'the condition failed';

function loop({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('backoff', 'condition');
  const backoff = new Backoff(drawing(), specOf(inputs.inside('backoff')));
  const [step, ...more] = stepsOf(when);
  if (more.length > 0 || step?.only('op').text('op') !== 'exponentialBackoff') {
    throw new Unsupported('when: expected exponentialBackoff');
  }
  const words = CONDITION.exec(inputs.text('condition'));
  if (!words) throw new Unsupported(`given.condition: ${inputs.text('condition')}`);
  const [, verb, ordinal = 'first'] = words;
  const call = ordinalOf(ordinal);
  let conditionCalls = 0;
  const rig = new Rig({ switches });
  const wait = (length: SimDuration, resume: () => void) => {
    rig.process.later(length, resume);
  };
  // biome-ignore lint/correctness/useYield: a condition that has its answer at once.
  const condition = function* (): Generator<never, Condition> {
    conditionCalls += 1;
    if (verb === undefined || conditionCalls < call) return { done: false };
    return verb === 'fails' ? { error: FAILURE } : { done: true };
  };
  const error = rig.perform(exponentialBackoff(backoff, wait, condition)) ?? null;
  const told: Json = error === FAILURE ? 'the same error' : error;
  return { facts: { error: told, conditionCalls } satisfies Facts };
}
