import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeContinue, encodeContinue } from './continue-token';

const PREFIX = '/registry/pods/';
const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('continue tokens', () => {
  it('are what Go makes: base64url without padding, the key relative to the prefix', () => {
    const made = encodeContinue(`${PREFIX}default/a\0`, PREFIX, 42);
    expect(made).toBe(token({ v: 'meta.k8s.io/v1', rv: 42, start: 'default/a\0' }));
  });

  it('come back as they were made', () => {
    const name = fc.stringMatching(/^[a-zé-ü0-9]{1,9}$/);
    fc.assert(
      fc.property(name, name, fc.integer({ min: -1, max: 1_000_000 }), (namespace, pod, rv) => {
        const revision = rv === 0 ? 1 : rv;
        const startKey = `${PREFIX}${namespace}/${pod}\0`;
        const made = encodeContinue(startKey, PREFIX, revision);
        expect(decodeContinue(made, PREFIX)).toEqual({ startKey, revision });
      }),
      { seed: 20_230_411, numRuns: 200 },
    );
  });

  it.each([
    ['%%%', 'continue key is not valid: illegal base64 data at input byte 0'],
    [
      'aW52YWxpZA',
      "continue key is not valid: invalid character 'i' looking for beginning of value",
    ],
    [
      'W10',
      'continue key is not valid: json: cannot unmarshal array into Go value of type ' +
        'storage.continueToken',
    ],
    [
      token({ v: 'v2', rv: 1, start: 'a' }),
      'continue key is not valid: server does not recognize this encoded version "v2"',
    ],
    [
      token({ v: 'meta.k8s.io/v1', rv: 0, start: 'a' }),
      'continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    ],
    [
      token({ v: 'meta.k8s.io/v1', rv: 1, start: '' }),
      'continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
    ],
    [
      token({ v: 'meta.k8s.io/v1', rv: 1, start: '../secrets/a' }),
      'continue key is not valid: ../secrets/a',
    ],
  ])('%s is refused', (text, reason) => {
    expect(decodeContinue(text, PREFIX)).toBe(reason);
  });

  it.each(['bnVsbA', 'e30', 'W10', 'eA'])('%s is refused without a crash', (text) => {
    expect(decodeContinue(text, PREFIX)).toEqual(expect.stringContaining('not valid'));
  });
});
