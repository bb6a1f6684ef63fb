/** What the worker loads when a person opens files: the command line's import, and traces. */

import { formatGoDuration, good, micros, type Result } from '#base';
import {
  componentConfigRefusal,
  componentFlagKnowledge,
  componentFlagRefusal,
  storedKind,
} from '#kube';
import {
  type ExpectationResult,
  type ImportFile,
  type InvariantResult,
  importFiles,
  isTrace,
  type Opened,
  type RunSummary,
  type Scenario,
} from '#protocol';
import { BEHAVIOUR_VERSION, STEP_SCHEMAS } from '#session';
import { recordJsonLines, type TraceBlock, type TraceTable, traceHash } from '#trace';

/** A trace is shown when it is alone; everything else is what the command line imports. */
export function openFiles(files: readonly ImportFile[], current: Scenario | undefined): Opened {
  if (files.length === 1 && isTrace(files[0].text)) return { kind: 'trace' };
  const imported = importFiles(files, {
    knownFlags: componentFlagKnowledge,
    storedKind,
    refusal: componentFlagRefusal,
    configRefusal: componentConfigRefusal,
    steps: STEP_SCHEMAS,
    partly: true,
    ...(current === undefined ? {} : { current }),
  });
  if (!imported.ok) return { kind: 'refused', faults: imported.faults };
  const { scenario, servers, components, objects, notes, faults } = imported.value;
  return { kind: 'scenario', scenario, servers, components, objects, notes, faults };
}

export interface ShownTrace {
  readonly block: TraceBlock | undefined;
  readonly summary: RunSummary;
}

/** The rows of an exported trace, and what they say of their run. */
export function readTrace(file: ImportFile): Result<ShownTrace> {
  const startedAt = performance.now();
  const read = recordJsonLines(file.text);
  if (!read.ok) {
    return { ok: false, faults: read.faults.map((fault) => ({ ...fault, file: file.name })) };
  }
  const { table } = read.value;
  const end = table.length === 0 ? 0 : table.timeOf(table.length - 1);
  const summary: RunSummary = {
    scenario: file.name,
    seed: 0,
    until: formatGoDuration(micros(end)),
    behaviourVersion: BEHAVIOUR_VERSION,
    traceHash: traceHash(table),
    records: table.length,
    truncated: false,
    virtualSeconds: end / 1_000_000,
    wallSeconds: (performance.now() - startedAt) / 1_000,
    ...verdictsIn(table),
  };
  return good({ block: read.value.takeBlock(), summary });
}

/** What the run's own records say of its expectations and invariants. */
function verdictsIn(table: TraceTable): Pick<RunSummary, 'expectations' | 'invariants'> {
  const expectations: ExpectationResult[] = [];
  const invariants: InvariantResult[] = [];
  for (let seq = 0; seq < table.length; seq += 1) {
    const record = table.record(seq);
    if (record.kind === 'expect') {
      const { name, ok, got, want } = record;
      expectations.push({ name, ok, got, want, at: formatGoDuration(micros(record.t)) });
    } else if (record.kind === 'invariant') {
      const { name, ok } = record;
      const firstBreach = ok ? {} : { firstBreach: formatGoDuration(micros(record.t)) };
      invariants.push({ name, ok, ...firstBreach });
    }
  }
  return { expectations, invariants };
}
