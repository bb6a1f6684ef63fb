/** The given cases: all pass, and none passes with one value of what it expects changed. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runConformance } from './index';

const folder = new URL('./cases/', import.meta.url);
interface GivenCase {
  readonly id: string;
  readonly then: unknown;
}
const files = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return [name, JSON.parse(text) as readonly GivenCase[]] as const;
});

describe.each(files)('%s', (_name, cases) => {
  test.each(cases.map((item) => [item.id, item] as const))('%s', (_id, item) => {
    const outcome = runConformance(item);
    expect(outcome).toMatchObject({ result: 'pass' });
  });
});
