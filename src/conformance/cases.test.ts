/** The given cases: all pass, and none passes when one value that it expects is another. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from './case';
import { runConformance } from './index';

const folder = new URL('./cases/', import.meta.url);
const files = readdirSync(folder).map((name) => {
  const cases: readonly JsonObject[] = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  return [name, cases] as const;
});

/** The case that takes all of a large range is run once for each value. */
const TIMEOUT_MS = 120_000;

/** Cases that contradict what their source does, or ask for bytes, and what is said of them. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  'opt-nodeport-validate-port-equal-0': 'given.rangeBase: expected a port, and 0 is none',
  'etcd3-guaranteedupdate-noncanonical':
    'given.stored: same object, bytes not canonical (extra spaces): ' +
    'values here are data, not bytes',
  // A body that cannot be read again: the second attempt is never made.
  'rqw-08': 'given: no answer to attempt 2',
};

/** Words inside `then` that are no expectation. */
const EXPLAINS = new Set(['note', 'why', 'rule', 'compared', 'versions', 'derived']);

/** A place in `then`, from its top. */
type Place = readonly (string | number)[];

/** What the steps of `then.sequence` do, beside what they expect. */
const isInput = (place: Place, key: string): boolean =>
  place.length === 2 && place[0] === 'sequence' && !key.startsWith('expect');

/** Every value that has no values inside. */
function leavesOf(value: Json, place: Place = []): readonly Place[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item, index) => leavesOf(item, [...place, index]));
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value)
      .filter(([key]) => (place.length > 0 ? !isInput(place, key) : !EXPLAINS.has(key)))
      .flatMap(([key, inner]) => leavesOf(inner, [...place, key]));
  }
  return [place];
}

function altered(value: Json): Json {
  if (value === null) return 'altered';
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? ['altered'] : { altered: true };
}

function replaced(value: Json, [step, ...rest]: Place, change: (leaf: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? replaced(item, rest, change) : item));
  }
  const fields = value as JsonObject;
  return { ...fields, [step]: replaced(fields[step], rest, change) };
}

describe.each(files)('%s', (_name, cases) => {
  test.each(cases.map((item) => [String(item.id), item] as const))(
    '%s',
    (_id, item) => {
      const reason = UNSUPPORTED[String(item.id)];
      if (reason !== undefined) {
        expect(runConformance(item)).toMatchObject({ result: 'unsupported', reason });
        return;
      }
      expect(runConformance(item)).toMatchObject({ result: 'pass' });
      const leaves = leavesOf(item.then);
      expect(leaves.length).toBeGreaterThan(0);
      for (const place of leaves) {
        for (const change of [altered, () => null]) {
          const changed = replaced(item, ['then', ...place], change);
          if (JSON.stringify(changed) === JSON.stringify(item)) continue;
          const outcome = runConformance(changed);
          expect([place.join('.'), outcome]).toMatchObject([place.join('.'), { result: 'fail' }]);
        }
      }
    },
    TIMEOUT_MS,
  );
});
