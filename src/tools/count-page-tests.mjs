/**
 * Counts what Playwright's JSON report says. A test that passed only on its second try has passed,
 * and is named, so that nobody overlooks it.
 */

/**
 * @param report the parsed file, or undefined when there is none
 * @returns `{ passed, failed, skipped, flaky }`; `flaky` names file, line and titles
 */
export function countPageTests(report) {
  const counts = { passed: 0, failed: 0, skipped: 0, flaky: [] };
  if (!report) return counts;
  for (const suite of report.suites) count(suite, [], counts);
  // A file that could not be loaded, a server that did not start: no test has failed, but all have.
  if (counts.failed === 0 && report.errors.length > 0) counts.failed = report.errors.length;
  return counts;
}

function count(suite, titles, counts) {
  for (const spec of suite.specs) {
    for (const { status } of spec.tests) {
      if (status === 'skipped') counts.skipped += 1;
      else if (status === 'unexpected') counts.failed += 1;
      else counts.passed += 1;
      if (status === 'flaky') {
        counts.flaky.push([`${spec.file}:${spec.line}`, ...titles, spec.title].join(' › '));
      }
    }
  }
  // The outermost suite is the file, which the place says already.
  for (const inner of suite.suites ?? []) count(inner, [...titles, inner.title], counts);
}
