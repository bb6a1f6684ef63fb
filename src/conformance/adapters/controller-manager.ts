/** Area `controller-manager`: which controllers are wanted, its health handler, its migration. */
import {
  filterOfMigration,
  type HealthChecker,
  isControllerEnabled,
  MutableHealthzHandler,
  namedHealthChecker,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { ErrorFact } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields, textsOf } from '../read-fields';

export const controllerManagerAdapter: AreaAdapter = {
  area: 'controller-manager',
  calls: {
    list: (question) => {
      const [step, ...more] = stepsOf(question.when);
      const op = step?.only('op', 'name', 'path', 'controller').text('op');
      if (op === 'isControllerEnabled') return enabled(question);
      if (op !== 'filter' && more.length > 0) throw new Unsupported('when: expected one step');
      if (op === 'GET') return get(question, step);
      if (op === 'wrap') return wrap(question);
      if (op === 'filter') return filter(question);
      const parallel = /^(\d+) parallel GET (\/\S*)$/.exec(op ?? '');
      if (parallel) return atOnce(question, Number(parallel[1]), parallel[2]);
      throw new Unsupported(`op ${op}`);
    },
  },
};

function enabled({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('controllersFlag', 'disabledByDefault');
  const off = new Set(inputs.texts('disabledByDefault', []));
  const flag = inputs.texts('controllersFlag');
  const answers = stepsOf(when).map((step) => {
    step.only('op', 'name').said('op', 'isControllerEnabled');
    return isControllerEnabled(step.text('name'), off, flag);
  });
  const steps = answers.map((answer) => ({ expect: answer }));
  return { facts: { enabled: answers.length === 1 ? answers[0] : answers }, steps };
}

/** `NAME` is well, `NAME(fails)` is not. */
function checkOf(words: Json): HealthChecker {
  const [, name, fails] =
    /^([\w-]+)(\(fails\))?$/.exec(typeof words === 'string' ? words : '') ?? [];
  if (name === undefined) throw new Unsupported(`check ${words}: not understood`);
  return namedHealthChecker(name, () => (fails ? 'this will fail' : undefined));
}

function get({ given }: Question, step: Fields): Answer {
  const inputs = new Fields(given, 'given').only('checkBatches');
  const batches = inputs.list('checkBatches', []).map((batch) => {
    if (!Array.isArray(batch)) throw new Unsupported('given.checkBatches: expected lists');
    return batch.map(checkOf);
  });
  const [first = [], ...more] = batches;
  const handler = new MutableHealthzHandler(...first);
  for (const batch of more) handler.addHealthChecker(...batch);
  const path = step.text('path');
  const { status, body } = handler.answer(path) ?? { status: 404, body: '404 page not found\n' };
  handler.addHealthChecker(namedHealthChecker('added', () => 'this will fail'));
  return { facts: { status, body, afterAddingAFailingCheck: handler.answer(path)?.status } };
}

/** Each check that runs lets the next request come, as long as there is one. */
function atOnce({ given }: Question, requests: number, path: string): Answer {
  const inputs = new Fields(given, 'given').only('check', 'requests');
  if (inputs.said('check', 'blocks until released').count('requests') !== requests) {
    throw new Unsupported('given.requests: others than those of the step');
  }
  let inside = 0;
  let most = 0;
  const handler = new MutableHealthzHandler();
  const blocks = (): undefined => {
    inside += 1;
    most = Math.max(most, inside);
    if (most < requests) handler.answer(path);
    inside -= 1;
  };
  handler.addHealthChecker(namedHealthChecker('blocks', blocks));
  handler.answer(path);
  return {
    facts: { [`all${NUMBERS[requests] ?? ''}RunTheCheckAtTheSameTime`]: most === requests },
  };
}

/** In the name of what such a case finds out. */
const NUMBERS = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'],
];

function wrap({ given }: Question): Answer {
  const inputs = new Fields(given, 'given').only('name', 'unnamedCheckError');
  const { unnamedCheckError: error } = textsOf(inputs, 'unnamedCheckError');
  const checker = namedHealthChecker(inputs.text('name'), () => error);
  return { facts: { name: checker.name, error: new ErrorFact(checker.check()) } };
}

const RESULTS = {
  'non-migrated': 'non-migrated (main lock)',
  migrated: 'migrated',
  unowned: 'unowned',
} as const;

function filter({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only(
    ...['leaderName', 'resourceLock', 'controllerLeaders', 'thisComponent'],
  );
  const resourceLock = inputs.text('resourceLock', 'leases');
  const components = inputs.list('controllerLeaders', []).map((value, index) => {
    const each = new Fields(value, `given.controllerLeaders[${index}]`).only('name', 'component');
    return [each.text('name'), each.text('component')] as const;
  });
  const leaderName = inputs.text('leaderName', '');
  const migration = { leaderName, resourceLock, components: new Map(components) };
  const result = filterOfMigration(migration, inputs.text('thisComponent'));
  const asked = stepsOf(when).map((step) => step.only('op', 'controller').text('controller'));
  return { facts: { results: Object.fromEntries(asked.map((of) => [of, RESULTS[result(of)]])) } };
}
