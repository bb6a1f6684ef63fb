import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { asTime, type InputFault, type Result } from '#base';
import { encodeBase64Url } from './base64url';
import { inflateBounded } from './bounded-inflate';
import { contractSteps } from './fixtures/contract-steps';
import { smallScenario } from './fixtures/small-scenario';
import { decodeShareLink, encodeShareLink, libraryLink, looksLikeLink } from './share-link';

const libraryNames = ['ha-startup', 'crash-vs-graceful'];

function linkOf(scenario = smallScenario()): string {
  const link = encodeShareLink(scenario);
  if (!link.ok) throw new Error(link.faults[0].reason);
  return link.value;
}

function lines(result: Result<unknown>): string[] {
  if (result.ok) return [];
  return result.faults.map((fault: InputFault) => `${fault.path}: ${fault.reason}`);
}

function linkTo(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return `/#/s/1/${encodeBase64Url(deflateSync(bytes, { level: 9 }))}`;
}

describe('forms of a link', () => {
  const scenario = smallScenario();
  test.each([
    ['as it is made', linkOf()],
    ['the fragment', linkOf().slice(1)],
    ['the route', linkOf().slice(2)],
    ['the route without its slash', linkOf().slice(3)],
    ['a whole address', `https://example.org/some/where/${linkOf().slice(1)}`],
    ['with space around', `  ${linkOf()}\n`],
  ])('%s', (_, link) => {
    expect(decodeShareLink(link, { steps: contractSteps() })).toEqual({
      ok: true,
      value: { kind: 'scenario', scenario, view: {}, viewFaults: [] },
    });
  });

  test('of the library', () => {
    const view = { time: asTime(31_200_000), language: 'zh' as const };
    const link = libraryLink('ha-startup', view);
    expect(link).toBe('/#/library/ha-startup?t=31.2s&lang=zh');
    expect(decodeShareLink(link, { libraryNames })).toEqual({
      ok: true,
      value: { kind: 'library', name: 'ha-startup', view, viewFaults: [] },
    });
  });

  test('of the library, by a name that a scenario had before', () => {
    const formerNames = new Map([['ha', 'ha-startup']]);
    const decoded = decodeShareLink('#/library/ha?t=3s', { libraryNames, formerNames });
    expect(decoded).toMatchObject({ ok: true, value: { kind: 'library', name: 'ha-startup' } });
    expect(decodeShareLink('#/library/hb', { libraryNames, formerNames }).ok).toBe(false);
  });

  test('what is a link, and what a file', () => {
    expect(looksLikeLink(linkOf())).toBe(true);
    expect(looksLikeLink('https://example.org/#/library/ha-startup')).toBe(true);
    expect(looksLikeLink('s/1/scenario.yaml')).toBe(false);
    expect(looksLikeLink('notes #1.yaml')).toBe(false);
  });
});

describe('a view that cannot be read does not lose the scenario', () => {
  test('each bad parameter is named, unknown ones are ignored', () => {
    const link = `${linkOf()}?t=soon&v=1&h=xyz&lang=de&tab=Why&from=3s&to=2s&colour=red&sel=42`;
    const read = decodeShareLink(link);
    expect(read.ok && read.value.view).toEqual({ selection: '42', behaviourVersion: 1 });
    expect(read.ok && read.value.viewFaults.map(({ path }) => path)).toEqual([
      'link.t',
      'link.lang',
      'link.tab',
      'link.h',
      'link.from',
    ]);
  });
});

describe('what is refused, in one sentence', () => {
  const wide = { a: 'x'.repeat(2_000_000) };
  test.each<[what: string, link: string, line: string]>([
    ['no link', 'hello', 'link: expected /#/s/1/... or /#/library/NAME, found "hello"'],
    ['nothing', '', 'link: expected /#/s/1/... or /#/library/NAME, found ""'],
    [
      'another place',
      '/#/t/1/abc',
      'link: expected /#/s/1/... or /#/library/NAME, found "/#/t/1/abc"',
    ],
    [
      'too long',
      `/#/s/1/${'A'.repeat(32_000)}`,
      'link: it has 32006 characters; at most 32000 are read',
    ],
    [
      'another coding',
      '/#/s/2/abc',
      'link: expected coding version 1, found "2"; is it from a newer program?',
    ],
    [
      'no coding',
      '/#/s',
      'link: expected coding version 1, found nothing; is it from a newer program?',
    ],
    ['no content', '/#/s/1/', 'link: it has no content'],
    [
      'not base64url',
      '/#/s/1/abc*',
      'link: its content is not base64url; was a part of it cut off or changed?',
    ],
    [
      'no deflate data',
      `/#/s/1/${encodeBase64Url(new Uint8Array([255, 255, 255]))}`,
      'link: its content cannot be unpacked; was a part of it cut off or changed?',
    ],
    [
      'cut off',
      linkOf().slice(0, -24),
      'link: its content cannot be unpacked; was a part of it cut off or changed?',
    ],
    [
      'too large',
      linkTo(JSON.stringify(wide)),
      'link: its content is larger than 1 MB when unpacked',
    ],
    ['not JSON', linkTo('{'), 'link: its content is not JSON'],
    ['not UTF-8', linkTo(new Uint8Array([34, 255, 34])), 'link: its content is not JSON'],
    ['not a scenario', linkTo('[]'), 'document: expected a mapping, found an empty list'],
    [
      'too deep',
      linkTo('['.repeat(500_000) + ']'.repeat(500_000)),
      'document: nested deeper than 64 levels',
    ],
    [
      'an unknown name',
      '/#/library/ha-statup',
      'link: no scenario of the library is called "ha-statup"; did you mean ha-startup?',
    ],
  ])('%s', (_, link, line) => {
    const found = lines(decodeShareLink(link, { libraryNames }));
    expect(found).toEqual([line]);
  });

  test('a wrong document: all its faults', () => {
    const wrong = { ...smallScenario(), kind: 'Scenery', spec: { until: 5, sed: 1 } };
    expect(lines(decodeShareLink(linkTo(JSON.stringify(wrong))))).toEqual([
      'kind: expected "Scenario", found "Scenery"',
      'spec.until: expected a Go duration such as 120s, not below zero, found the number 5',
      'spec.sed: unknown field; did you mean seed?',
    ]);
  });

  test('keys that reach into the program', () => {
    const hostile = JSON.stringify(smallScenario()).replace('"seed":42', '"__proto__":{"x":1}');
    expect(lines(decodeShareLink(linkTo(hostile)))).toEqual([
      'spec.__proto__: the key __proto__ is not allowed anywhere',
    ]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('a bomb is stopped while it unpacks', () => {
    const bomb = deflateSync(new Uint8Array(24_000_000), { level: 9 });
    expect(bomb.length).toBeGreaterThan(20_000);
    const stopped = inflateBounded(bomb, 1_048_576);
    expect(stopped).toMatchObject({ ok: false, why: 'tooLarge' });
    expect(!stopped.ok && stopped.read).toBeLessThan(1_200);
    expect(lines(decodeShareLink(linkTo(new Uint8Array(20_000_000))))).toEqual([
      'link: its content is larger than 1 MB when unpacked',
    ]);
  });
});

test('a scenario that no link can carry is refused when the link is made', () => {
  const small = smallScenario();
  const noise = Array.from({ length: 9_000 }, (_, index) =>
    ((index * 2_654_435_761) % 4_294_967_296).toString(36),
  );
  const objects = [{ apiVersion: 'v1', kind: 'X', metadata: { name: 'a' }, noise }];
  const large = encodeShareLink({ ...small, spec: { ...small.spec, objects } });
  expect(lines(large)[0]).toMatch(
    /^link: the link would have \d+ characters, more than 32000; save/,
  );
  const huge = [{ ...objects[0], noise: 'x'.repeat(1_048_576) }];
  expect(lines(encodeShareLink({ ...small, spec: { ...small.spec, objects: huge } }))[0]).toMatch(
    /^link: the scenario has \d+ bytes, more than 1 MB; save it to a file$/,
  );
});
