/**
 * The style of this codebase as a test. The rules are in src/tools/tidy; each message says what to
 * do.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkRepository, printFindings, readRepository } from './tools/tidy/repository';

describe('tidy', () => {
  const repository = readRepository(fileURLToPath(new URL('../', import.meta.url)));

  test('the repository was read', () => {
    expect(repository.sources.length).toBeGreaterThan(20);
    expect(repository.topLevel).toContain('package.json');
  });

  for (const [name, findings] of checkRepository(repository)) {
    test(name, () => expect(printFindings(findings)).toBe(''));
  }
});
