/**
 * Area `graceful-termination`: a server with one request in flight is told to stop, and clients
 * with old and new connections go on asking. The signals, the filters, the drain and the end of the
 * listener are the product's; the blocked handler and the pre-shutdown hook are the case's.
 */
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { Fields, fieldsOfWhen } from '../read-fields';
import { TerminationStand } from '../termination-stand';

export const gracefulTerminationAdapter: AreaAdapter = {
  area: 'graceful-termination',
  calls: {
    sequence: (question) => {
      const steps = new Fields(question.when, 'when').only('sequence').texts('sequence');
      return drive(question, steps);
    },
    'close stopCh': (question) => {
      fieldsOfWhen(question.when).only('op');
      return drive(question, ['close stopCh', 'wait for Run to return']);
    },
  },
};

function drive(question: Question, steps: readonly string[]): Answer {
  const stand = new TerminationStand(question);
  for (const step of steps) take(stand, step);
  return { facts: stand.facts() };
}

function take(stand: TerminationStand, step: string): void {
  for (const [words, act] of STEPS) {
    const found = words.exec(step);
    if (!found) continue;
    act(stand, found, step);
    return;
  }
  throw new Unsupported(`step ${step}: not understood`);
}

type Act = (stand: TerminationStand, found: RegExpExecArray, step: string) => void;

/** What steps say, and what is done. */
const STEPS: readonly (readonly [RegExp, Act])[] = [
  [/^request in flight$/, () => {}],
  [
    /^(?:close stopCh|tear down server in background|SIGTERM|SIGINT)$/,
    (stand, _, step) => stand.stop(step),
  ],
  [/^(?:a )?second (?:signal|SIGTERM|SIGINT)$/, (stand, _, step) => stand.again(step)],
  [/^(?:after|wait) ([\d.]+) s$/, (stand, [, length]) => stand.pass(length)],
  [
    /^(?:after ([\d.]+) s )?a new request$/,
    (stand, [, length = '0']) => {
      stand.pass(length);
      stand.ask('newRequest');
    },
  ],
  [
    /^(?:after ([\d.]+) s )?a request on the reused connection$/,
    (stand, [, length = '0']) => {
      stand.pass(length);
      stand.askReused('reusedRequest');
    },
  ],
  [/^GET \/readyz$/, (stand) => stand.ask('readyzAfterShutdownInitiated', '/readyz')],
  [/^GET (\S+)$/, (stand, [, path]) => stand.ask(undefined, path)],
  [
    /^new and reused connection requests (before|after) (\w+)$/,
    (stand, [, side, name], step) => stand.askBoth(side, name, step),
  ],
  [/^release pre-shutdown hook$/, (stand, _, step) => stand.releaseHook(step)],
  [/^poll GET \/ until it fails$/, (stand) => stand.poll()],
  [/^(?:release in-flight request|finish the body)$/, (stand, _, step) => stand.release(step)],
  [/^wait for Run to return$/, (stand) => stand.untilOver()],
  [/^wait for (\w+)$/, (stand, [, name], step) => stand.waitFor(name, step)],
];
