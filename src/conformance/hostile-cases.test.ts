/** Cases with values of other kinds in places drawn by a seed: each has a result, none throws. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type RandomStream, RandomStreams } from '#kernel';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';

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
      const run = () => runConformance(item);
      expect(run, JSON.stringify(item)).not.toThrow();
    }
  },
  PATIENCE_MS,
);

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
