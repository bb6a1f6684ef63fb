import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../api/field-error';
import { requestInfo } from '../../api/request-path';
import { type ListOptionsInput, parseListOptions, validateListOptions } from './list-options';
import { namespaceStrategy } from './strategies/namespace';

const NONE: ListOptionsInput = {
  resourceVersion: '',
  resourceVersionMatch: '',
  continue: '',
  watch: false,
};
const FIELD = 'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden';

describe('list options', () => {
  it.each<[string, Partial<ListOptionsInput>, string[]]>([
    ['nothing', {}, []],
    ['exact', { resourceVersion: '1', resourceVersionMatch: 'Exact' }, []],
    ['not older', { resourceVersion: '0', resourceVersionMatch: 'NotOlderThan' }, []],
    [
      'a match for a watch',
      { resourceVersion: '1', resourceVersionMatch: 'Exact', watch: true },
      [`${FIELD} for watch`],
    ],
    [
      'a match without a version',
      { resourceVersionMatch: 'Exact' },
      [`${FIELD} unless resourceVersion is provided`],
    ],
    [
      'a match with a token',
      { resourceVersion: '1', resourceVersionMatch: 'Exact', continue: 'x' },
      [`${FIELD} when continue is provided`],
    ],
    [
      'an unknown match',
      { resourceVersion: '1', resourceVersionMatch: 'foo' },
      [
        'resourceVersionMatch: Unsupported value: "foo": supported values: "Exact", ' +
          '"NotOlderThan", ""',
      ],
    ],
    [
      'exactly any version',
      { resourceVersion: '0', resourceVersionMatch: 'Exact' },
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for ' +
          'resourceVersion "0"',
      ],
    ],
    [
      'all of it',
      { resourceVersionMatch: 'foo', continue: 'x', watch: true },
      [
        `${FIELD} for watch`,
        `${FIELD} unless resourceVersion is provided`,
        `${FIELD} when continue is provided`,
        'resourceVersionMatch: Unsupported value: "foo": supported values: "Exact", ' +
          '"NotOlderThan", ""',
      ],
    ],
  ])('%s', (_name, given, texts) => {
    expect(validateListOptions({ ...NONE, ...given }).map(fieldErrorText)).toEqual(texts);
  });

  it('are refused as one Status', () => {
    const parsed = parseListOptions('resourceVersionMatch=Exact', namespaceStrategy);
    expect(!parsed.ok && parsed.status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: `ListOptions.meta.k8s.io "" is invalid: ${FIELD} unless resourceVersion is provided`,
      details: { group: 'meta.k8s.io', kind: 'ListOptions' },
    });
  });

  it.each([
    ['limit=abc', 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ['limit=', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['timeoutSeconds=1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
    [
      'limit=9223372036854775808',
      'strconv.ParseInt: parsing "9223372036854775808": value out of range',
    ],
    ['labelSelector=a+in+b', "unable to parse requirement: found 'b' expected: '('"],
    ['fieldSelector=a', "invalid selector: 'a'; can't understand 'a'"],
    ['fieldSelector=spec.x%3D1', 'field label not supported: spec.x'],
  ])('%s is refused', (query, message) => {
    const parsed = parseListOptions(query, namespaceStrategy);
    expect(!parsed.ok && [parsed.status.code, parsed.status.message]).toEqual([400, message]);
  });

  it.each([
    ['watch=foo', true],
    ['watch=', true],
    ['watch=False', false],
    ['watch=0', false],
  ])('%s is a watch: %s', (query, watch) => {
    const parsed = parseListOptions(query, namespaceStrategy);
    expect(parsed.ok && parsed.options.watch).toBe(watch);
    const info = requestInfo(`/api/v1/pods?${query}`, 'GET');
    expect(info.isResourceRequest && info.verb).toBe(watch ? 'watch' : 'list');
  });

  it('are read from the query', () => {
    const query =
      'allowWatchBookmarks=true&continue=c&fieldSelector=metadata.name%3Dx%2C' +
      'status.phase%3DActive&labelSelector=a%3Db&limit=5&resourceVersion=7' +
      '&timeoutSeconds=30&watch=1';
    const parsed = parseListOptions(query, namespaceStrategy);
    if (!parsed.ok) throw new Error(parsed.status.message);
    const { matches, ...options } = parsed.options;
    expect(options).toEqual({
      resourceVersion: '7',
      resourceVersionMatch: '',
      continue: 'c',
      watch: true,
      limit: 5,
      allowWatchBookmarks: true,
      timeoutSeconds: 30,
      name: 'x',
    });
    const object = { metadata: { name: 'x', labels: { a: 'b' } }, status: { phase: 'Active' } };
    expect(matches?.(object)).toBe(true);
    expect(matches?.({ ...object, status: { phase: 'Terminating' } })).toBe(false);
    expect(matches?.({ ...object, metadata: { name: 'x' } })).toBe(false);
  });
});
