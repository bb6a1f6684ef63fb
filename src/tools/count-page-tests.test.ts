import { describe, expect, test } from 'vitest';
import { countPageTests } from './count-page-tests.mjs';

type Status = 'expected' | 'unexpected' | 'flaky' | 'skipped';

/** A spec as Playwright writes it, with the results of its tries. */
function spec(title: string, line: number, status: Status, tries: readonly string[]) {
  const results = tries.map((each, retry) => ({
    workerIndex: retry,
    parallelIndex: 0,
    status: each,
    duration: 3,
    errors: each === 'failed' ? [{ message: 'Error: expect(received).toBe(expected)' }] : [],
    retry,
    attachments: [],
  }));
  const expectedStatus = status === 'skipped' ? 'skipped' : 'passed';
  const one = {
    timeout: 60_000,
    annotations: [],
    expectedStatus,
    projectName: '',
    results,
    status,
  };
  const ok = status !== 'unexpected';
  return { title, ok, tags: [], tests: [one], id: `${line}`, file: 'keyboard.spec.ts', line };
}

const REPORT = {
  config: { rootDir: 'e2e', workers: 2 },
  suites: [
    {
      title: 'keyboard.spec.ts',
      file: 'keyboard.spec.ts',
      line: 0,
      specs: [
        spec('passes', 2, 'expected', ['passed']),
        spec('is left out', 7, 'skipped', ['skipped']),
        spec('fails as it must', 8, 'expected', ['failed']),
      ],
      suites: [
        {
          title: 'by touch',
          file: 'keyboard.spec.ts',
          line: 3,
          specs: [
            spec('passes on the second try', 4, 'flaky', ['failed', 'passed']),
            spec('fails twice', 5, 'unexpected', ['failed', 'failed']),
          ],
        },
      ],
    },
  ],
  errors: [],
  stats: { duration: 18_002, expected: 2, skipped: 1, unexpected: 1, flaky: 1 },
};

describe('the count of page tests', () => {
  test('a test that passed on its second try has passed, and is named', () => {
    expect(countPageTests(REPORT)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 1,
      flaky: ['keyboard.spec.ts:4 › by touch › passes on the second try'],
    });
  });

  test('the sums are those of the report itself', () => {
    const { expected, flaky, unexpected, skipped } = REPORT.stats;
    const counts = countPageTests(REPORT);
    expect(counts.passed).toBe(expected + flaky);
    expect(counts.failed).toBe(unexpected);
    expect(counts.skipped).toBe(skipped);
    expect(counts.flaky).toHaveLength(flaky);
  });

  test('a fault outside of all tests is a failure; no report is nothing', () => {
    const broken = { ...REPORT, suites: [], errors: [{ message: 'SyntaxError: x.spec.ts' }] };
    expect(countPageTests(broken)).toEqual({ passed: 0, failed: 1, skipped: 0, flaky: [] });
    expect(countPageTests(undefined)).toEqual({ passed: 0, failed: 0, skipped: 0, flaky: [] });
  });
});
