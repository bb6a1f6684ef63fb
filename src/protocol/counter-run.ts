/**
 * A counter-run: the same scenario with one thing different, in which a named expectation fails. It
 * proves that the expectation can fail, and shows a reader what makes the difference.
 */
import { bad, type Result } from '#base';
import type { LocalText } from './catalogue';
import { checkScenario, type ReadOptions } from './check-scenario';
import { toInputFault } from './fault-path';
import { localTextField, textField, wordsField } from './fields';
import { applyOperations, type PatchOperation } from './json-patch';
import type { Scenario } from './scenario';
import { z } from './schema-kit';
import { sift } from './untrusted';
import { readYaml } from './yaml-text';
import { parseWith } from './zod-wording';

export interface CounterRun {
  /** How the scenario document is changed. */
  readonly patch: readonly PatchOperation[];
  /** Name of the expectation that then fails. */
  readonly fails: string;
  readonly because: LocalText | string;
}

function operationSchema(): z.ZodMiniType<PatchOperation> {
  const path = textField(
    'a JSON Pointer such as /spec/timeline/2',
    (text) => text.startsWith('/'),
    {
      description: 'Where, as a JSON Pointer.',
    },
  );
  return z.strictObject({
    op: z.enum(['add', 'replace', 'remove', 'test']),
    path,
    value: z.optional(z.unknown()),
  });
}

function counterSchema(): z.ZodMiniType<CounterRun> {
  return z.strictObject({
    patch: z.array(operationSchema()).check(z.minLength(1)),
    fails: wordsField('Name of an expectation.', 'the address leaves'),
    because: localTextField('Why it fails.'),
  });
}

/** Reads a counter-run from YAML. */
export function readCounterRun(text: string): Result<CounterRun> {
  const documents = readYaml(text, { documents: 'one' });
  if (!documents.ok) return documents;
  const { value, faults } = sift(documents.value[0].value);
  if (faults.length > 0) return bad(faults.map(toInputFault));
  const parsed = parseWith(counterSchema(), value);
  return parsed.ok ? parsed : bad(parsed.faults.map(toInputFault));
}

/**
 * The scenario of a counter-run: the patch applied, checked like any scenario. Refused when the
 * scenario has no expectation of the name that should fail.
 */
export function counterScenario(
  scenario: Scenario,
  counter: CounterRun,
  options: ReadOptions = {},
): Result<Scenario> {
  const patched = applyOperations(scenario, counter.patch);
  if (!patched.ok) return patched;
  const checked = checkScenario(patched.value, options);
  if (!checked.ok) return checked;
  const named = checked.value.spec.expect?.some(({ name }) => name === counter.fails);
  if (named === true) return checked;
  return bad([
    { path: 'fails', reason: `no expectation is called ${JSON.stringify(counter.fails)}` },
  ]);
}
