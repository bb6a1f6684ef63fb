/** What a reflector asks for when it lists, time after time, and what its store has then. */
import type { KubeObject } from '#kube';
import { type Answer, type Question, Unsupported } from '../../adapter';
import { isObject, type Json } from '../../case';
import type { Facts } from '../../facts';
import type { AskedList, Listed, Watched } from '../../list-watch-stand';
import { stepsOf } from '../../queue-stand';
import { Fields } from '../../read-fields';
import { errorOf, pod, pods, ReflectorStand } from '../../reflector-stand';
import { DescribedFact } from '../../time-facts';

const MOST_ITEMS = 100_000;
const MOST_ROUNDS = 100;
/** A stream that ends at once: the list-and-watch is over. */
const OVER: Watched = { serve: (stream) => stream.close() };

/** One after the other, as often as `when` says. */
function roundsIn(when: Json): number {
  const steps = stepsOf(when);
  if (steps.length > MOST_ROUNDS) throw new Unsupported('when: too many rounds');
  for (const step of steps) {
    if (step.only('op').text('op') !== 'listAndWatch') throw new Unsupported('when: listAndWatch');
  }
  return steps.length;
}

/** Runs the rounds. @param before the version of a list that comes first and does not count */
function run(
  question: Question,
  { before, pageSize }: { readonly before: string; readonly pageSize: number | undefined },
  list: (asked: AskedList) => Listed,
): Facts {
  const wanted = roundsIn(question.when);
  const ends: { readonly lists: number; readonly size: number }[] = [];
  let first = before !== '';
  const stand: ReflectorStand = new ReflectorStand(
    question,
    {
      list: (asked) => {
        if (!first) return list(asked);
        stand.server.lists.length = 0;
        first = false;
        return { resourceVersion: before, items: [] };
      },
      watch: (number) => {
        const counts = before === '' || number > 1;
        if (counts) ends.push({ lists: stand.server.lists.length, size: stand.store.size });
        return OVER;
      },
    },
    { pageSize },
  );
  stand.start();
  stand.until(() => ends.length >= wanted);
  return factsOf(stand.server.lists, ends);
}

function factsOf(
  asked: readonly AskedList[],
  ends: readonly { readonly lists: number; readonly size: number }[],
): Facts {
  const calls = ends.map(({ lists: until }, index) => until - (ends[index - 1]?.lists ?? 0));
  const same = (values: readonly number[]) => (new Set(values).size === 1 ? values[0] : values);
  return {
    listRequests: asked.map((each) => ({ ...each })),
    listResourceVersions: asked.map(({ resourceVersion }) => resourceVersion),
    storeSize: ends.at(-1)?.size,
    storeSizes: ends.map(({ size }) => size),
    everyListLimit: same(asked.map(({ limit }) => limit)),
    listCallsPerRound: same(calls),
  };
}

const pageSizeIn = (inputs: Fields): number | undefined =>
  inputs.has('pageSize') ? inputs.count('pageSize') : undefined;
const versionIn = (inputs: Fields): string => inputs.text('lastSyncResourceVersion', '');

/** A server that has so many items, and gives them in pages when it is asked to. */
export function pages(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only(
    ...['lastSyncResourceVersion', 'pageSize', 'serverItems'],
  );
  const items = pods(inputs.count('serverItems', undefined, MOST_ITEMS));
  const before = versionIn(inputs);
  const pageSize = pageSizeIn(inputs);
  const facts = run(question, { before, pageSize }, ({ limit, continue: token }) => {
    const page = Number(token.slice(1));
    const from = page * limit;
    if (limit === 0 || from + limit >= items.length) {
      return { resourceVersion: '10', items: items.slice(from) };
    }
    const part = items.slice(from, from + limit);
    return { resourceVersion: '10', items: part, continue: `C${page + 1}` };
  });
  return { facts };
}

/** A server whose answers the case lists: by version, by request, or in pages of such a size. */
export function lists(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only(
    ...['server', 'pageSize', 'lastSyncResourceVersion'],
  );
  const wishes = { before: versionIn(inputs), pageSize: pageSizeIn(inputs) };
  return { facts: run(question, wishes, serverOf(inputs.value('server'))) };
}

const IN_PAGES = /^answers in pages of (\d+(?:,\d+)*) whatever the version$/;

function serverOf(server: Json): (asked: AskedList) => Listed {
  if (Array.isArray(server)) return byRequest(server);
  if (isObject(server)) {
    return ({ resourceVersion }) => answerOf(server[resourceVersion] ?? {}, 'given.server');
  }
  const sizes = IN_PAGES.exec(String(server))?.[1].split(',').map(Number);
  if (!sizes || sizes.some((size) => size > MOST_ITEMS)) {
    throw new Unsupported(`given.server: ${JSON.stringify(server)}`);
  }
  const items = pods(sizes.reduce((sum, size) => sum + size, 0));
  return ({ continue: token }) => {
    const page = Number(token.slice(1));
    const from = sizes.slice(0, page).reduce((sum, size) => sum + size, 0);
    const next = page + 1 < sizes.length ? { continue: `C${page + 1}` } : {};
    return { resourceVersion: '10', items: items.slice(from, from + sizes[page]), ...next };
  };
}

function byRequest(server: readonly Json[]): (asked: AskedList) => Listed {
  const answers = server.map((each, index) => {
    const path = `given.server[${index}]`;
    const { request = {}, ...answer } = isObject(each) ? each : {};
    const asked = new Fields(request, `${path}.request`);
    asked.only('resourceVersion', 'continue', 'limit');
    const wanted: AskedList = {
      resourceVersion: asked.text('resourceVersion'),
      continue: asked.text('continue'),
      limit: asked.count('limit'),
    };
    return { wanted, listed: answerOf(answer, path) };
  });
  return (asked) => {
    const found = answers.find(
      ({ wanted }) =>
        wanted.resourceVersion === asked.resourceVersion &&
        wanted.continue === asked.continue &&
        wanted.limit === asked.limit,
    );
    return found?.listed ?? { error: 'the case has no answer to this request' };
  };
}

function answerOf(value: Json, path: string): Listed {
  const answer = new Fields(value, path).only('rv', 'items', 'error', 'continue');
  if (answer.has('error')) return { error: errorOf(answer.text('error')) };
  const continued = answer.has('continue') ? { continue: answer.text('continue') } : {};
  const items = namedPods(answer.count('items', 0, MOST_ITEMS), answer.text('continue', ''));
  return { resourceVersion: answer.text('rv'), items, ...continued };
}

/** Of which no page has the same. */
const namedPods = (count: number, page: string): readonly KubeObject[] =>
  pods(count).map(({ metadata }) => pod(`${page}${metadata.name}`));

const EVERY_ROUND =
  'one listAndWatch per round over one shared store; after the events the stream closes and the ' +
  'next watch call fails';
const BEFORE = "always equals the items of that round's list (where it has one)";

interface Round {
  readonly list: Listed;
  readonly items: readonly KubeObject[] | undefined;
  readonly events: readonly (readonly [string, KubeObject])[];
  readonly watchError: string | undefined;
}

/** Each list has what the store has already: nothing was lost or made up between two lists. */
export function rounds(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('rounds');
  const [step, ...more] = stepsOf(question.when);
  if (more.length > 0 || step?.only('op').text('op') !== EVERY_ROUND) {
    throw new Unsupported('when: expected the rounds');
  }
  const all = inputs.list('rounds').map(roundOf);
  const differing: number[] = [];
  let number = -1;
  let watches = 0;
  const stand: ReflectorStand = new ReflectorStand(question, {
    list: () => {
      number += 1;
      watches = 0;
      const { list, items } = all[number] ?? { list: { error: 'no more rounds' }, items: [] };
      if (items && all[number] && !sameContent(items, stand.store.all())) differing.push(number);
      return list;
    },
    watch: () => {
      watches += 1;
      const { watchError, events } = all[number];
      if (watchError !== undefined) return { error: watchError };
      if (watches > 1) return { error: 'no more events in this round' };
      return {
        serve: (stream) => {
          for (const [type, object] of events) stream.send(type, object);
          stream.close();
        },
      };
    },
  });
  stand.start();
  stand.until(() => number >= all.length);
  const value = `differs in rounds ${differing.join(', ') || 'none'} of ${number}`;
  const fits = (words: string) => words === BEFORE && differing.length === 0;
  return { facts: { storeBeforeRound: new DescribedFact(value, fits) } };
}

function sameContent(wanted: readonly KubeObject[], found: readonly KubeObject[]): boolean {
  const text = (objects: readonly KubeObject[]) =>
    objects
      .map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)
      .sort()
      .join();
  return text(wanted) === text(found);
}

function roundOf(value: Json, index: number): Round {
  const path = `given.rounds[${index}]`;
  const fields = new Fields(value, path).only('list', 'listError', 'events', 'watchError');
  const watchError = fields.has('watchError') ? fields.text('watchError') : undefined;
  const events = fields.list('events', []).map((event, at) => {
    const [type, name, version] = textsOf(event, `${path}.events[${at}]`);
    return [type, pod(name, version)] as const;
  });
  if (fields.has('listError')) {
    return { list: { error: fields.text('listError') }, items: undefined, events, watchError };
  }
  const list = fields.inside('list').only('rv', 'items');
  const items = list.list('items', []).map((item, at) => {
    const [name, version] = textsOf(item, `${path}.list.items[${at}]`);
    return pod(name, version);
  });
  return { list: { resourceVersion: list.text('rv'), items }, items, events, watchError };
}

const textsOf = (value: Json, path: string): readonly string[] =>
  new Fields({ texts: value }, path).texts('texts');
