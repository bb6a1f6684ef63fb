/** Checks a scenario that was parsed already. */
import { bad, good, type Result } from '#base';
import {
  type FieldFault,
  type FieldPath,
  formatPath,
  NOT_MODELLED,
  toInputFault,
} from './fault-path';
import type { Scenario } from './scenario';
import { ruleFaults } from './scenario-rules';
import { scenarioSchema } from './scenario-schema';
import { CONTRACT_VERBS, type StepSchemas } from './step-schema';
import { FAULTS_MAX, sift } from './untrusted';
import { parseWith } from './zod-wording';

export interface ReadOptions {
  /**
   * The verbs that are modelled, with their payload schemas. Without it payloads are accepted
   * unread: for the page, which has no engine; the session checks them before it runs anything.
   */
  readonly steps?: StepSchemas;
}

/** Fields of the contract without a model, by the place where they stand. */
const CONTRACT_WORDS: Readonly<Record<string, readonly string[]>> = {
  spec: ['nodes'],
  'spec.timeline[]': CONTRACT_VERBS,
  'spec.timeline[].etcd': ['snapshot', 'restore', 'defrag', 'disarm'],
  'spec.timeline[].delete': ['propagationPolicy'],
};

/** Whether the contract knows the field, so that it is not a mistake of the writer. */
function inContract(at: FieldPath): boolean {
  const place = formatPath(at.slice(0, -1)).replace(/\[\d+\]/g, '[]');
  return CONTRACT_WORDS[place]?.includes(String(at[at.length - 1])) ?? false;
}

/** Gives fields that the schemas do not know but the contract does their fixed words. */
function withContractWords(faults: readonly FieldFault[]): FieldFault[] {
  return faults.map((fault) =>
    fault.reason.startsWith('unknown field') && inContract(fault.at)
      ? { at: fault.at, reason: NOT_MODELLED }
      : fault,
  );
}

function withoutRepeats(faults: readonly FieldFault[]): FieldFault[] {
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = `${formatPath(fault.at)}: ${fault.reason}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The scenario, or all that is wrong with it. */
export type Checked =
  | { readonly ok: true; readonly value: Scenario }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** Checks data and keeps the faults as they are found. */
export function check(value: unknown, options: ReadOptions): Checked {
  const { faults: forbidden, value: clean } = sift(value);
  if (clean === undefined && forbidden.length > 0) return { ok: false, faults: forbidden };
  const parsed = parseWith(scenarioSchema(options.steps), clean);
  const formFaults = parsed.ok ? [] : withContractWords(parsed.faults);
  const faults = [...forbidden, ...formFaults, ...ruleFaults(clean, options.steps)];
  if (parsed.ok && faults.length === 0) return { ok: true, value: parsed.value };
  return { ok: false, faults: withoutRepeats(faults) };
}

/** Cuts a very long list and says so in its last entry. */
export function shortened(faults: readonly FieldFault[]): readonly FieldFault[] {
  if (faults.length <= FAULTS_MAX) return faults;
  return [...faults.slice(0, FAULTS_MAX), { at: [], reason: 'and more faults after these' }];
}

/**
 * Checks data that was parsed already, such as the content of a share link.
 * @returns a copy with only known fields in the schema's order, or every fault.
 */
export function checkScenario(value: unknown, options: ReadOptions = {}): Result<Scenario> {
  const checked = check(value, options);
  return checked.ok ? good(checked.value) : bad(shortened(checked.faults).map(toInputFault));
}
