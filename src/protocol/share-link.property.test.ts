import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { asTime } from '#base';
import { decodeBase64Url, encodeBase64Url } from './base64url';
import { inflateBounded } from './bounded-inflate';
import { smallScenario } from './fixtures/small-scenario';
import type { Scenario } from './scenario';
import { decodeShareLink, encodeShareLink } from './share-link';
import { printView, readView, type ViewState } from './view-state';

/** Fixed, so that every run tries the same; fast-check prints it when a case fails. */
const RUNS = { seed: 20240115, numRuns: 150 };
/** Enough on a machine that does much else, ms. */
vi.setConfig({ testTimeout: 60_000 });

function linkOf(scenario: Scenario, view: ViewState): string {
  const link = encodeShareLink(scenario, view);
  if (!link.ok) throw new Error(link.faults[0].reason);
  return link.value;
}

const time = fc.integer({ min: 0, max: 10_000_000_000 }).map(asTime);
const lane = fc.stringMatching(/^[a-z0-9][a-z0-9/.:-]{0,60}$/);
const lanes = fc.uniqueArray(lane, { minLength: 1, maxLength: 5 });
const condition = fc.constantFrom('code = 409', 'kind = etcd and key ~ a,b', 'message ~ 雪 % &');

const view: fc.Arbitrary<ViewState> = fc
  .record(
    {
      time,
      selection: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      language: fc.constantFrom('en' as const, 'zh' as const),
      pinned: lanes,
      folded: lanes,
      idle: fc.constant('folded' as const),
      area: fc.record({ start: time, end: time }, { requiredKeys: ['start'] }),
      breakpoints: fc.array(condition, { minLength: 1, maxLength: 20 }),
      tab: fc.constantFrom('machine', 'object', 'why'),
      behaviourVersion: fc.integer({ min: 1, max: 999_999_999 }),
      traceHash: fc.stringMatching(/^[0-9a-f]{8}$/),
      window: fc.tuple(time, time).filter(([from, to]) => from < to),
    },
    { requiredKeys: [] },
  )
  .map(({ window, ...rest }) => (window ? { ...rest, from: window[0], to: window[1] } : rest))
  .filter(({ selection }) => !/\p{Cc}/u.test(selection ?? ''));

const object = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constant('ConfigMap'),
  metadata: fc.record({ name: fc.constant('a') }),
  data: fc
    .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }))
    .map((data) => JSON.parse(JSON.stringify(data)) as Record<string, unknown>),
});

test('a link gives back the scenario and the view', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_294_967_295 }),
      fc.array(object),
      view,
      (seed, objects, seen) => {
        const small = smallScenario();
        const scenario = { ...small, spec: { ...small.spec, seed, objects } };
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(JSON.stringify(scenario)));
        const link = linkOf(scenario, seen);
        const read = decodeShareLink(`https://example.org/orrery${link}`);
        expect(read).toEqual({
          ok: true,
          value: { kind: 'scenario', scenario: expect.anything(), view: seen, viewFaults: [] },
        });
        const json = read.ok && read.value.kind === 'scenario' ? read.value.scenario : undefined;
        expect(JSON.parse(JSON.stringify(json))).toEqual(scenario);
      },
    ),
    RUNS,
  );
});

describe('no text makes it throw', () => {
  const readable = (text: string) => {
    const read = decodeShareLink(text, { libraryNames: ['a'] });
    if (!read.ok)
      for (const { path, reason } of read.faults) expect([path, reason]).not.toContain('');
    return true;
  };

  test('random texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => readable(text)),
      RUNS,
    );
    fc.assert(
      fc.property(fc.string(), (text) => readable(`#/s/1/${text}`)),
      RUNS,
    );
    fc.assert(
      fc.property(fc.base64String(), (text) => readable(`/#/s/1/${text}?t=1s`)),
      RUNS,
    );
  });

  test('random bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 });
    fc.assert(
      fc.property(bytes, (data) => readable(`#/s/1/${encodeBase64Url(data)}`)),
      RUNS,
    );
    fc.assert(
      fc.property(bytes, (data) => readable(`#/s/1/${encodeBase64Url(deflateSync(data))}`)),
      RUNS,
    );
  });

  test('random JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const payload = encodeBase64Url(deflateSync(new TextEncoder().encode(json)));
        expect(decodeShareLink(`#/s/1/${payload}`).ok).toBe(false);
      }),
      RUNS,
    );
  });

  test('a good link with one character changed, or cut anywhere', () => {
    const link = linkOf(smallScenario(), {});
    fc.assert(
      fc.property(fc.nat(link.length - 1), fc.string({ maxLength: 1 }), (at, character) => {
        readable(link.slice(0, at) + character + link.slice(at + 1));
        readable(link.slice(0, at));
      }),
      RUNS,
    );
  });
});

test('base64url is that of the platform, and strict', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = encodeBase64Url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(decodeBase64Url(text)).toEqual(bytes);
    }),
    RUNS,
  );
  for (const wrong of ['A', 'AB=', 'AB+/', 'A B', 'AR', 'AAAAA']) {
    expect(decodeBase64Url(wrong)).toBeUndefined();
  }
});

test('inflating in slices gives what was deflated', () => {
  const data = fc.uint8Array({ maxLength: 20_000 });
  const levels = fc.constantFrom(0 as const, 1 as const, 6 as const, 9 as const);
  fc.assert(
    fc.property(data, levels, (bytes, level) => {
      expect(inflateBounded(deflateSync(bytes, { level }), 20_000)).toEqual({ ok: true, bytes });
    }),
    RUNS,
  );
});

test('a view is read as it was printed', () => {
  fc.assert(
    fc.property(view, (seen) => {
      expect(readView(printView(seen))).toEqual({ view: seen, faults: [] });
    }),
    RUNS,
  );
});

test('a bad list of lanes is left out, with a reason', () => {
  const long = 'a'.repeat(201);
  const many = Array.from({ length: 51 }, (_, n) => `lane-${n}`).join(',');
  for (const pin of ['a,,b', long, many]) {
    expect(readView(`pin=${pin}`)).toMatchObject({ view: {}, faults: [{ path: 'link.pin' }] });
  }
});

test.each(['nothing = 1', '%25E0', 'kind', 'code%3D1,'.repeat(21)])(
  'bad breakpoints %j are left out, with a reason',
  (given) => {
    const read = readView(`stops-at=${given}`);
    expect(read).toMatchObject({ view: {}, faults: [{ path: 'link.stops-at' }] });
  },
);

test.each(['4s', '4s..-1s', 'x..4s', '..4s', '1s..2s..3s'])('%j is no area', (given) => {
  expect(readView(`area=${given}`)).toMatchObject({ view: {}, faults: [{ path: 'link.area' }] });
});
