import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import type { CallFields } from './call';
import { KnownCalls } from './known-calls';

const FIELDS: CallFields = {
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'default',
  name: 'a',
  query: '',
  user: 'u',
  userAgent: 'agent',
};

function knownCalls() {
  const recorder = new Recorder(() => asTime(0));
  return new KnownCalls({ recorder, actor: 'a/client', client: 'a', server: 'b' });
}

it('knows a call again by its fields', () => {
  const calls = knownCalls();
  const first = calls.of(FIELDS);
  expect(calls.of({ ...FIELDS })).toBe(first);
  expect(first.fields).toEqual({ ...FIELDS, client: 'a', server: 'b' });
});

it.each(Object.keys(FIELDS) as (keyof CallFields)[])('tells calls apart by their %s', (field) => {
  const calls = knownCalls();
  const first = calls.of(FIELDS);
  const other = calls.of({ ...FIELDS, [field]: 'other' });
  expect(other.fields[field]).toBe('other');
  expect(other.record.wide).not.toBe(first.record.wide);
});

it('forgets no fields of a call that differs each time', () => {
  const calls = knownCalls();
  for (let revision = 0; revision < 100; revision += 1) {
    const query = `revision=${revision}`;
    expect(calls.of({ ...FIELDS, query }).fields.query).toBe(query);
  }
});
