/**
 * Breaches we live with for now. The list may only shrink: an entry that excuses nothing any more,
 * or excuses more than is needed, fails the tidy test as well.
 */
import type { Finding } from './source';

export interface Debt {
  readonly rule: string;
  readonly path: string;
  /** The imported name, the function, or `file`; as in the finding. */
  readonly detail: string;
  /** For limits: the size that was accepted. */
  readonly size?: number;
  /** The issue that will pay it off. */
  readonly issue: number;
}

/** What no entry can excuse. */
const NEVER_EXCUSED = new Set(['determinism', 'file-lines-hard', 'leftover', 'top-level']);

export const DEBT: readonly Debt[] = [
  // The hottest call of the program: an object for each record would cost more than the rule gains.
  { rule: 'parameters', path: 'src/trace/recorder.ts', detail: 'write', size: 5, issue: 2 },
];

/**
 * @returns the findings that no debt excuses, and the debt that is not needed as findings of its
 *   own.
 */
export function settle(findings: readonly Finding[], debts: readonly Debt[]): Finding[] {
  const left = findings.filter((finding) => !debts.some((debt) => excuses(debt, finding)));
  const stale = debts.flatMap((debt) => {
    const excused = findings.filter((finding) => excuses(debt, finding));
    if (excused.length === 0) return [debtFinding(debt, 'is paid off or not excusable: remove it')];
    const largest = Math.max(...excused.map((finding) => finding.size ?? 0));
    if (debt.size === undefined || debt.size === largest) return [];
    return [debtFinding(debt, `allows ${debt.size} where ${largest} is enough: lower it`)];
  });
  return [...left, ...stale];
}

function excuses(debt: Debt, finding: Finding): boolean {
  if (NEVER_EXCUSED.has(finding.rule)) return false;
  const same =
    debt.rule === finding.rule && debt.path === finding.path && debt.detail === finding.detail;
  return same && (finding.size === undefined || finding.size <= (debt.size ?? 0));
}

const debtFinding = (debt: Debt, fault: string): Finding => ({
  rule: 'debt',
  path: 'src/tools/tidy/debt.ts',
  line: 1,
  detail: debt.detail,
  message: `the entry (${debt.rule}, ${debt.path}, ${debt.detail}) ${fault}`,
});
