/** Cases with values of other kinds in places drawn by a seed: each has a result, none throws. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type RandomStream, RandomStreams } from '#kernel';
import { shapeOf } from './adapter';
import { isObject, type Json, type JsonObject } from './case';
import { runConformance } from './index';
import { INTERNAL, runCase } from './run-case';

const MUTANTS = 300;
const PATIENCE_MS = 120_000;
/** Cases that fill large ranges, item by item. */
const LONG = /65535|\/15"|\/48"/;
const VALUES: readonly Json[] = [
  ...[null, true, 0, -1, 1.5, 65_536, 1e12, '', 'x', 'a b (c)', '0..3', '5..1', 'error'],
  ...['1.2.3.4', '::1', '10.0.0.0/8', '10.0.0.0/33', '1.25', '1.33', {}, [], [null], [{}]],
];

type Place = readonly (string | number)[];

const folder = new URL('./cases/', import.meta.url);
const texts = readdirSync(folder)
  .map((name): JsonObject[] => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
  .flatMap((cases) => cases.map((item) => JSON.stringify(item)))
  .filter((text) => !LONG.test(text));

function placesIn(value: Json, place: Place = []): readonly Place[] {
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value ?? {});
  if (typeof value !== 'object') return [place];
  return [place, ...inner.flatMap(([key, item]) => placesIn(item, [...place, key]))];
}

function at(value: Json, place: Place): Json {
  return place.reduce<Json>((inner, key) => (inner as JsonObject)[key], value);
}

/** The value with another in that place; undefined takes the place away. */
function put(value: Json, [key, ...rest]: Place, other: Json | undefined): Json {
  if (key === undefined) return other ?? null;
  const gone = rest.length === 0 && other === undefined;
  if (Array.isArray(value)) {
    if (gone) return value.filter((_, index) => index !== key);
    return value.map((item, index) => (index === key ? put(item, rest, other) : item));
  }
  const fields = value as JsonObject;
  if (!gone) return { ...fields, [key]: put(fields[key], rest, other) };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
}

function mutant(stream: RandomStream): Json {
  const pick = <T>(list: readonly T[]): T => list[stream.int(0, list.length - 1)];
  let item: Json = JSON.parse(pick(texts));
  for (let changes = stream.int(1, 3); changes > 0; changes -= 1) {
    const places = placesIn(item).filter(
      ([part, field]) => ['given', 'when', 'then'].includes(String(part)) && field !== undefined,
    );
    if (places.length === 0) break;
    const place = pick(places);
    item = put(item, place, pick([undefined, at(item, pick(places)), pick(VALUES), pick(VALUES)]));
  }
  return item;
}

it(
  `a case with values of other kinds has a result, in each of ${MUTANTS} tries`,
  () => {
    const stream = new RandomStreams(1).stream('hostile cases');
    for (let tried = 0; tried < MUTANTS; tried += 1) {
      const item = mutant(stream);
      const outcome = runConformance(item);
      const reason = typeof outcome === 'string' ? '' : (outcome.reason ?? '');
      expect(reason.startsWith(INTERNAL), `${reason}: ${JSON.stringify(item)}`).toBe(false);
    }
  },
  PATIENCE_MS,
);

/** Maps of anything, where no name is unknown. */
const MAPS: ReadonlySet<string> = new Set(['mux', 'arg', 'remaining', 'finalizers']);
/** Areas that are not held to it yet. */
const NOT_YET: ReadonlySet<string> = new Set(['rest', 'integration']);
const EXPECTED = /^expect/;

/** The cases with one more field, one for each kind of object in them. */
function withOneMore(): readonly JsonObject[] {
  const seen = new Set<string>();
  return texts.flatMap((text) => {
    const item: JsonObject = JSON.parse(text);
    if (NOT_YET.has(String(item.area))) return [];
    const objects = placesIn(item).filter((place) => {
      const inner = at(item, place);
      const kind = JSON.stringify([item.area, shapeOf(item.when), ...place.map(unnumbered)]);
      const [part] = place;
      if (seen.has(kind) || (part !== 'given' && part !== 'when')) return false;
      if (place.some((step) => EXPECTED.test(String(step)))) return false;
      seen.add(kind);
      return isObject(inner) && !MAPS.has(String(place[place.length - 1]));
    });
    return objects.map((place) => put(item, [...place, 'unheardOf'], 1) as JsonObject);
  });
}

const unnumbered = (step: string | number): string | number =>
  typeof step === 'number' ? 0 : step;

it('an input that nobody has heard of is never left out in silence', () => {
  const passing = withOneMore().filter((item) => {
    const outcome = runConformance(item);
    return typeof outcome === 'object' && outcome.result !== 'unsupported';
  });
  expect(passing.map(({ id, given, when }) => JSON.stringify({ id, given, when }))).toEqual([]);
});

/** It starts whole clusters before it reads the last input. */
const SLOW = 'integration';
/** A value of a field error, which may be of every kind. */
const ANY_KIND: ReadonlySet<string> = new Set(['value']);

/** The cases with a value of a kind that its place does not have, one for each kind of place. */
function withAnotherKind(): readonly JsonObject[] {
  const seen = new Set<string>(['null']);
  return texts.flatMap((text) => {
    const item: JsonObject = JSON.parse(text);
    if (item.area === SLOW) return [];
    const places = placesIn(item).filter(([part, ...inner]) => {
      const [last] = inner.slice(-1);
      if ((part !== 'given' && part !== 'when') || last === undefined || last === 'note')
        return false;
      const value = at(item, [part, ...inner]);
      const of = Array.isArray(value) ? 'list' : typeof value;
      const kind = JSON.stringify([
        item.area,
        shapeOf(item.when),
        part,
        ...inner.map(unnumbered),
        of,
      ]);
      if (value === null || seen.has(kind) || ANY_KIND.has(String(last))) return false;
      seen.add(kind);
      return !inner.some((step) => EXPECTED.test(String(step)));
    });
    return places.map((place) => {
      const other = typeof at(item, place) === 'boolean' ? 'nonsense' : true;
      return put(item, place, other) as JsonObject;
    });
  });
}

it(
  'an input of another kind is refused wherever it stands',
  () => {
    const items = withAnotherKind();
    expect(items.length).toBeGreaterThan(1_000);
    const taken = items.filter((item) => {
      const outcome = runConformance(item);
      return typeof outcome !== 'object' || outcome.result !== 'unsupported';
    });
    expect(taken.map(({ id, given, when }) => JSON.stringify({ id, given, when }))).toEqual([]);
  },
  PATIENCE_MS,
);

const REQUEST = { verb: 'GET', maxRetries: 1 };
const WAITS = { initial: '1s', max: '60s' };

it.each([
  [
    'client-retry',
    { maxRetries: 1, response: { status: 1.5, headers: {} } },
    'isNextRetry',
    'given.response.status: expected the code of an answer',
  ],
  [
    'client-retry',
    { ...WAITS, responseCodes: [-1] },
    'per code: read backoff, then record the code',
    'given.responseCodes: expected codes',
  ],
  ['client-retry', { ...REQUEST, serverReturns: ['nonsense'] }, 'request', 'the server returns'],
  [
    'client-retry',
    { previousError: {} },
    'wrapPreviousError',
    'given.previousError: expected a text',
  ],
  ['tokenbucket', { qps: -1, burst: 1 }, 'TryAccept', 'given.qps: expected a number from 0'],
  ['delaying-queue', { clock: 'real' }, 'Len', 'given.clock: expected fake'],
  ['retry-on-conflict', { backoff: { jitter: -1, steps: 1 } }, 'retryOnConflict', 'backoff.jitter'],
])('in area %s, inputs %j make no case', (area, given, op, reason) => {
  const item = { id: 'a', area, given, when: [{ op }] };
  const outcome = runConformance({ ...item, ...Object.fromEntries([['then', { ok: true }]]) });
  expect(outcome).toMatchObject({ result: 'unsupported', reason: expect.stringContaining(reason) });
});

it.each([
  [{ sequence: [] }, 'when.sequence: it has no step'],
  [{ op: 'allocat', offset: 1 }, 'when: bitmap has no shape "allocat"'],
  [{ op: 'allocate' }, 'a step names no offset'],
  [{ op: 'allocate', offset: '1' }, '1: expected a number'],
  [{ sequence: [{ op: 'allocate', offset: 1, times: 'x' }] }, 'when.times: no such input'],
])('a case with the steps %j says what is wrong with them', (when, reason) => {
  const item = {
    ...{ id: 'a', area: 'bitmap', given: { max: 8 }, when },
    ...Object.fromEntries([['then', { ok: true }]]),
  };
  expect(runConformance(item)).toMatchObject({ result: 'unsupported', reason });
});

it('a fault that nobody foresaw is that case’s, and not the runner’s', () => {
  const broken = {
    area: 'broken',
    calls: {
      fall: () => {
        throw new TypeError('over');
      },
    },
  };
  const item = { id: 'a', area: 'broken', when: { op: 'fall' } };
  const outcome = runCase({ ...item, ...Object.fromEntries([['then', { ok: true }]]) }, [broken]);
  expect(outcome).toMatchObject({ result: 'fail', reason: `${INTERNAL}TypeError: over` });
});

it.each([
  ['subsets of text', 'endpoints-adapter', { kind: 'Endpoints', subsets: 'none' }, 'json: cannot'],
  [
    'a name that is a list',
    'endpoints-adapter',
    { kind: 'EndpointSlice', ports: [{ name: [] }] },
    'json: cannot',
  ],
])('an object with %s makes a case unsupported', (_title, area, object, reason) => {
  const objects: JsonObject[] = [{ ...object, metadata: { name: 'foo' } }];
  const item = {
    ...{ id: 'a', area, given: { objects }, when: { op: 'Get', namespace: 'x', name: 'foo' } },
    ...Object.fromEntries([['then', { error: null }]]),
  };
  const outcome = runConformance(item);
  expect(outcome).toMatchObject({ result: 'unsupported', reason: expect.stringContaining(reason) });
});
