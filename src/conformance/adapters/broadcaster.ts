/** Area `broadcaster`: what those who watch get of what is sent, and what they lose. */
import { Broadcaster } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';

export const broadcasterAdapter: AreaAdapter = {
  area: 'broadcaster',
  calls: { list },
};

const SEND = /^send (.+)$/;
const SHUTDOWN = 'shutdown';
/** One more that watches. */
const WATCH = 'watch';
/** The only behaviour that is modelled. */
const DROPS = 'drop if full';
const MOST_WATCHERS = 1_000;

/** Nobody takes anything until all steps are done. */
function list({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('queueLength', 'behaviour', 'watchers');
  const behaviour = inputs.text('behaviour');
  if (behaviour !== DROPS) throw new Unsupported(`given.behaviour: ${behaviour}`);
  const broadcaster = new Broadcaster<string>(inputs.count('queueLength'));
  const length = inputs.count('watchers', undefined, MOST_WATCHERS);
  const watchers = Array.from({ length }, () => broadcaster.watch());
  for (const step of stepsOf(when)) {
    const op = step.only('op').text('op');
    const [, item] = SEND.exec(op) ?? [];
    if (item !== undefined) broadcaster.action(item);
    else if (op === SHUTDOWN) broadcaster.shutdown();
    else if (op === WATCH) watchers.push(broadcaster.watch());
    else throw new Unsupported(`op ${op}`);
  }
  const received = watchers.map((watcher) => {
    const items: string[] = [];
    for (let item = watcher.take(); item !== undefined; item = watcher.take()) items.push(item);
    return items;
  });
  const [first = []] = received;
  const alike = received.every((items) => JSON.stringify(items) === JSON.stringify(first));
  return {
    facts: {
      eachWatcherReceives: alike ? first : received,
      thenStreamClosed: watchers.every(({ closed }) => closed),
    },
  };
}
