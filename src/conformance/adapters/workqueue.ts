/** Area `workqueue`: keys that wait, are worked on, and come again; how a queue is shut down. */
import { parallelizeUntil } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import type { Facts } from '../facts';
import { Crowd, QueueStand, stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';

export const workQueueAdapter: AreaAdapter = { area: 'workqueue', calls: { list } };

function list(question: Question): Answer {
  const [first] = stepsOf(question.when);
  if (first?.text('op') === 'parallelizeUntil') return parallelize(question);
  if ('producers' in question.given) return crowd(question);
  new Fields(question.given, 'given').only();
  return new Sequence(question.when).answer();
}

/** What the steps of one queue gave. */
class Sequence {
  readonly #stand = new QueueStand();
  readonly #steps: readonly Fields[];
  readonly #lens: number[] = [];
  /** Whether the drain had returned before each step, and after it. */
  readonly #drained: { op: string; before: boolean; after: boolean }[] = [];
  #getAfterFirstDone: Json = null;
  #shutdownReturns = false;
  #processing = 0;

  constructor(when: Json) {
    this.#steps = stepsOf(when);
  }

  answer(): Answer {
    let dones = 0;
    const steps: Facts[] = [];
    for (const step of this.#steps) {
      const op = step.only('op', 'item', 'async').text('op');
      step.flag('async', false);
      const before = this.#stand.drainReturned === true;
      const gets = this.#stand.gets.length;
      this.#run(op, step);
      this.#drained.push({ op, before, after: this.#stand.drainReturned === true });
      if (op === 'Done') dones += 1;
      const got = this.#stand.gets[gets];
      if (op === 'Get' && dones > 0 && this.#getAfterFirstDone === null) {
        this.#getAfterFirstDone = { item: got.item ?? null, shutdown: got.shutdown };
      }
      steps.push({ expect: op === 'Get' ? (got.item ?? null) : this.#stand.queue.len });
    }
    return { facts: this.#facts(), steps };
  }

  #run(op: string, step: Fields): void {
    const { queue } = this.#stand;
    if (op === 'Add') queue.add(step.text('item'));
    else if (op === 'Len') this.#lens.push(queue.len);
    else if (op === 'Get') this.#get();
    else if (op === 'Get until it reports shutdown') while (!this.#get());
    else if (op === 'Done') this.#done(step.text('item'));
    else if (op === 'ShutDownWithDrain') this.#stand.drain();
    else if (op === 'ShutDown') {
      queue.shutDown();
      this.#shutdownReturns = this.#processing > 0;
    } else throw new Unsupported(`op ${op}`);
  }

  /** @returns whether the queue reports its end. */
  #get(): boolean {
    const { shutdown } = this.#stand.get();
    if (!shutdown) this.#processing += 1;
    return shutdown;
  }

  #done(item: string): void {
    this.#stand.queue.done(item);
    this.#processing -= 1;
  }

  #facts(): Facts {
    const { gets, queue, drainReturned = null } = this.#stand;
    const last = gets.at(-1);
    const items = gets.flatMap(({ shutdown, item }) => (shutdown ? [] : [item]));
    return {
      lens: this.#lens,
      gets: items,
      finalLen: queue.len,
      drainCallReturns: drainReturned,
      drainCallReturnsOnlyAfterBothDone: this.#returnsWith('Done', this.#dones()),
      drainCallIsReleasedByPlainShutDown: this.#returnsWith('ShutDown', 1),
      shutdownReturnsWithoutDone: this.#shutdownReturns,
      getAfterFirstDone: this.#getAfterFirstDone,
      lastGet: last && { item: last.item, shutdown: last.shutdown },
    };
  }

  #dones(): number {
    return this.#drained.filter(({ op }) => op === 'Done').length;
  }

  /** Whether the drain returns in the `nth` step of that name. */
  #returnsWith(name: string, nth: number): boolean {
    const steps = this.#drained.filter(({ op }) => op === name);
    const step = steps[nth - 1];
    return step !== undefined && !step.before && step.after;
  }
}

function crowd(question: Question): Answer {
  const stand = new QueueStand();
  const run = new Crowd(question, stand);
  const added: string[] = [];
  for (const step of stepsOf(question.when)) {
    const op = step.only('op', 'item').text('op');
    if (op === 'run producers and consumers') run.run();
    else if (op === 'wait for producers') run.waitForProducers();
    else if (op === 'wait for consumers') run.waitForConsumers();
    else if (op === 'run') {
      run.run();
      run.waitForProducers();
    } else if (op === 'Add' && stand.queue.shuttingDown) {
      added.push(step.text('item'));
      stand.queue.add(step.text('item'));
    } else if (op === run.stopWith && op === 'ShutDown') stand.queue.shutDown();
    else if (op === run.stopWith && op === 'ShutDownWithDrain') stand.drain();
    else throw new Unsupported(`op ${op}`);
  }
  run.waitForConsumers();
  const itemAddedAfterShutdownNeverDelivered = !added.some((item) => run.delivered(item));
  return {
    facts: {
      itemAddedAfterShutdownNeverDelivered,
      finalLen: stand.queue.len,
      allConsumersStop: run.allConsumersStop,
    },
  };
}

/** Most pieces of one case. */
const MOST_PIECES = 100_000;

function parallelize({ given, when }: Question): Answer {
  const [step, ...more] = stepsOf(when);
  if (more.length > 0) throw new Unsupported('when: expected one step');
  step.only('op');
  const inputs = new Fields(given, 'given').only('pieces', 'workers', 'chunkSize');
  const pieces = inputs.count('pieces', undefined, MOST_PIECES);
  const visits: number[] = new Array(pieces).fill(0);
  let finished = false;
  // Each worker stops after a piece, so that the workers take turns.
  const held: (() => void)[] = [];
  const doWorkPiece = (piece: number, done: () => void) => {
    visits[piece] += 1;
    held.push(done);
  };
  const workers = inputs.count('workers');
  const chunkSize = inputs.count('chunkSize', 1);
  parallelizeUntil({ pieces, workers, chunkSize, doWorkPiece }, () => {
    finished = true;
  });
  for (let done = held.shift(); done; done = held.shift()) done();
  const counts = [...new Set(visits)];
  const once = finished && counts.every((count) => count === 1);
  return { facts: { eachPieceVisited: once ? 'exactly once' : `${counts.join(', ')} times` } };
}
