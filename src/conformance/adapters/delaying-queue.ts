/** Area `delaying-queue`: keys that are added after a length of time. */
import { DelayingQueue, defaultControllerRateLimiter } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Fact, Facts } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { Rig } from '../rig';
import { durationIn } from '../time-facts';

export const delayingQueueAdapter: AreaAdapter = { area: 'delaying-queue', calls: { list } };

function list({ given, when, switches }: Question): Answer {
  new Fields(given, 'given').only('clock').said('clock', 'fake');
  const rig = new Rig({ switches });
  const { process, sim } = rig;
  const queue = new DelayingQueue({
    process,
    actor: rig.actor('queue'),
    limiter: defaultControllerRateLimiter(() => sim.now),
    timerName: (item) => item,
  });
  const order: string[] = [];
  const steps: Facts[] = [];
  for (const step of stepsOf(when)) {
    step.only('op', 'item', 'delay', 'by');
    const op = step.text('op');
    let expect: Fact = null;
    if (op === 'AddAfter') queue.addAfter(step.text('item'), durationIn(step, 'delay'));
    else if (op === 'Add') queue.add(step.text('item'));
    else if (op === 'Len') expect = queue.len;
    else if (op === 'advance') rig.advance(durationIn(step, 'by'));
    else if (op === 'Done') queue.done(step.text('item'));
    else if (op === 'Get') {
      if (queue.len === 0) throw new Unsupported('Get: it would wait');
      queue.get(({ item }) => order.push(item ?? ''));
      expect = order[order.length - 1];
    } else throw new Unsupported(`op ${op}`);
    steps.push({ expect });
  }
  const deliveredOnce = new Set(order).size === order.length && queue.len === 0;
  return { facts: { order, deliveries: order.length + queue.len, deliveredOnce }, steps };
}
