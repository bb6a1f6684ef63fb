/** Counts what Playwright's JSON report says. */
export function countPageTests(report: unknown): {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly flaky: readonly string[];
};
