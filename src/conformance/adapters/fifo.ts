/** Area `fifo`: the newest state of what a reflector has brought and nobody has taken in yet. */
import { Fifo } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { type Facts, SetFact } from '../facts';
import { stepsOf } from '../queue-stand';
import {
  KEY_FUNCTION,
  keyOf,
  QueueSteps,
  shownThing,
  type Thing,
  thingOf,
  thingsOf,
} from '../queue-steps';
import { Fields } from '../read-fields';

export const fifoAdapter: AreaAdapter = { area: 'fifo', calls: { list } };

class PlainSteps extends QueueSteps<Thing> {
  readonly queue = new Fifo<Thing>(keyOf);

  protected add(thing: Thing): void {
    this.queue.add(thing);
  }

  protected newest(popped: Thing): Thing {
    return popped;
  }

  protected change(op: string, step: Fields): Facts | undefined {
    step.only('op', 'obj', 'list');
    if (op === 'Replace') this.queue.replace(thingsOf(step, 'list'));
    else if (op === 'Add') this.queue.add(thingOf(step.inside('obj')));
    else if (op === 'Update') this.queue.update(thingOf(step.inside('obj')));
    else if (op === 'Delete') this.queue.delete(thingOf(step.inside('obj')));
    else if (op === 'AddIfNotPresent') this.queue.addIfNotPresent(thingOf(step.inside('obj')));
    else return undefined;
    return {};
  }
}

function list({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('keyFunction');
  if (inputs.text('keyFunction', KEY_FUNCTION) !== KEY_FUNCTION) {
    throw new Unsupported('given.keyFunction');
  }
  const run = new PlainSteps();
  run.run(stepsOf(when));
  const { queue } = run;
  // Upstream's are of a map, in no order.
  const list = new SetFact(queue.list().map(shownThing));
  const listKeys = new SetFact([...queue.keys]);
  const { facts } = run;
  const asked = run.popped.flatMap(({ thing }) => (thing ? [thing.val] : []));
  // Where the case pops nothing it asks for what pops would give.
  const poppedVals = asked.length > 0 ? asked : run.drain().map(({ val }) => val);
  const emptyAfter = queue.size === 0;
  return {
    facts: { ...facts, list, listKeys, poppedVals, emptyAfter, sizeBeforePops: run.before },
  };
}
