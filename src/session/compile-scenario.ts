/**
 * Turns a checked document into what a run needs: lengths in µs, flags read, verbs found. All
 * faults of the document that only the model can see (an unknown flag, say) are found here, before
 * anything runs.
 */
import {
  bad,
  good,
  type InputFault,
  inKeyOrder,
  millis,
  type Result,
  type SimDuration,
  type SimTime,
} from '#base';
import type { DurationRange } from '#kernel';
import {
  COMPONENTS,
  type ComponentPlan,
  DEFAULT_PROFILE,
  HOOK_BODIES,
  type HookBodies,
  INVARIANTS,
  KIND_RULES,
  KUBECTL_COMMANDS,
  KUBECTL_LINES,
  type KubectlCommands,
  type KubectlLines,
  kindError,
  knownGates,
  openApiDocument,
  type Profile,
  resourceOfObject,
  responseTransforms,
  STEPS,
  type StepDescriptor,
  storedValueError,
} from '#kube';
import type { Scenario, TimelineStep } from '#protocol';
import { DEFAULT_EPOCH, DEFAULT_LATENCIES, type ExpectationSpec, flagsOfManifest } from '#protocol';
import {
  type CompiledServer,
  compileComponents,
  compileServers,
  type FlagParts,
  instant,
  length,
} from './compile-processes';
import { readJsonPath } from './json-path';
import { type JsonPathResults, jsonPathResults } from './json-path-results';
import { needsKindRules } from './kind-rules-needed';
import { KUBECONFIGS } from './yaml-document';

export type { CompiledServer } from './compile-processes';

/** Start-up time of a process, from exec to its first instruction. */
const START_DELAY = { min: millis(400), max: millis(1_500) };
/** Default quota. Source: etcd server/embed DefaultQuotaBytes. */
const QUOTA_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_RECORDS = 2_000_000;
const MILLION = 1_000_000;

export interface CompiledStep {
  readonly at: SimTime;
  readonly length: SimDuration | undefined;
  readonly verb: string;
  readonly payload: unknown;
  /** undefined for narration. */
  readonly descriptor: StepDescriptor | undefined;
  readonly server: string | undefined;
  readonly user: string | undefined;
}

export interface CompiledScenario extends Omit<LoadedParts, keyof FlagParts> {
  readonly document: Scenario;
  readonly name: string;
  readonly seed: number;
  readonly profile: Profile;
  readonly until: SimTime;
  readonly epochMs: number;
  readonly maxRecords: number;
  readonly restarts: boolean;
  readonly startDelay: DurationRange;
  readonly etcdLatency: DurationRange;
  readonly quotaBytes: number;
  readonly networkLatency: DurationRange;
  readonly lossPerMillion: number;
  readonly apiServers: readonly CompiledServer[];
  readonly components: readonly ComponentPlan[];
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  readonly etcdData: readonly {
    readonly key: string;
    readonly value: unknown;
    readonly ttl: SimDuration | undefined;
  }[];
  readonly timeline: readonly CompiledStep[];
  readonly expectations: readonly ExpectationSpec[];
}

/** Compiles a document that `readScenario` or `checkScenario` accepted. */
export function compileScenario(document: Scenario): Result<CompiledScenario> {
  return compileWith(document, {
    readManifest: flagsOfManifest,
    commands: KUBECTL_COMMANDS,
    lines: KUBECTL_LINES,
    hookBodies: {
      ...HOOK_BODIES,
      // As the worker does it, so that every test sees what is loaded there.
      ...(needsKindRules(document) && { kindRules: KIND_RULES }),
      transforms: responseTransforms,
      openApi: openApiDocument,
    },
    components: COMPONENTS,
    kubeconfigs: KUBECONFIGS,
    gates: knownGates,
    jsonPath: jsonPathResults,
  });
}

/** What weighs much; the caller brings it, so that the worker can load it by itself. */
export interface LoadedParts extends FlagParts {
  /** What carries out commands such as `apply`; undefined where there are none. */
  readonly commands: KubectlCommands | undefined;
  /** What reads and carries out lines of the console; undefined where there are none. */
  readonly lines: KubectlLines | undefined;
  readonly hookBodies: HookBodies;
  /** Undefined where no expectation is about what a path leads to. */
  readonly jsonPath: JsonPathResults | undefined;
}

export function compileWith(
  document: Scenario,
  { readManifest, components: kinds, gates, kubeconfigs, ...loaded }: LoadedParts,
): Result<CompiledScenario> {
  const { metadata, spec } = document;
  const { lines } = loaded;
  const faults: InputFault[] = [];
  const flagParts = { readManifest, components: kinds, gates, kubeconfigs };
  const profile = (spec.kubernetes ?? DEFAULT_PROFILE) as Profile;
  const apiServers = compileServers(document, profile, faults, flagParts);
  const components = compileComponents(document, { profile, apiServers }, faults, flagParts);
  const timeline = (spec.timeline ?? []).map(compileStep);
  const servedBy = (server?: string): Profile =>
    (apiServers.find(({ name }) => name === server) ?? apiServers[0])?.options.profile ?? profile;
  checkSteps({ timeline, servedBy, lines, definitions: lines ? definitionsIn(spec) : [] }, faults);
  checkObjects(document, faults);
  checkEtcdData(document, faults);
  checkExpectations(document, faults);
  if (faults.length > 0) return bad(faults);
  return good({
    document,
    name: metadata.name,
    seed: spec.seed ?? 0,
    profile,
    until: instant(spec.until),
    epochMs: Date.parse(spec.epoch ?? DEFAULT_EPOCH),
    maxRecords: spec.limits?.records ?? MAX_RECORDS,
    restarts: spec.restartPolicy === 'Always',
    startDelay: range(spec.startDelay, START_DELAY),
    etcdLatency: rangeOf(spec.etcd?.requestLatency ?? DEFAULT_LATENCIES.etcd),
    quotaBytes: quantity(spec.etcd?.quotaBackendBytes) ?? QUOTA_BYTES,
    networkLatency: rangeOf(spec.network?.latency ?? DEFAULT_LATENCIES.network),
    lossPerMillion: Math.round((spec.network?.loss ?? 0) * MILLION),
    apiServers,
    components,
    objects: inKeyOrder(spec.objects ?? []),
    etcdData: (spec.etcdData ?? []).map(({ key, value, ttl }) => ({
      key,
      value: inKeyOrder(value),
      ttl: ttl === undefined ? undefined : length(ttl),
    })),
    timeline,
    ...loaded,
    expectations: inKeyOrder(spec.expect ?? []),
  });
}

function range(text: string | undefined, otherwise: DurationRange): DurationRange {
  return text === undefined ? otherwise : rangeOf(text);
}

function rangeOf(text: string): DurationRange {
  const [min, max = min] = text.split('..');
  return { min: length(min), max: length(max) };
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 1024,
  Mi: 1_048_576,
  Gi: 1_073_741_824,
};

/** Bytes of a checked Kubernetes quantity. */
function quantity(text: string | number | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parts = /^([\d.]+)(k|M|G|Ki|Mi|Gi)?$/.exec(String(text));
  return parts ? Math.floor(Number(parts[1]) * UNITS[parts[2] ?? '']) : undefined;
}

const NOT_VERBS = new Set(['at', 'for', 'server', 'user']);

/** A step of a checked document. */
export function compileStep(step: TimelineStep): CompiledStep {
  const verb = Object.keys(step).find((field) => !NOT_VERBS.has(field)) ?? '';
  const descriptor = STEPS.find((candidate) => candidate.verb === verb);
  return {
    at: instant(step.at),
    length: step.for === undefined ? undefined : length(step.for),
    verb,
    payload: descriptor?.free ? inKeyOrder(step[verb]) : step[verb],
    descriptor,
    server: step.server,
    user: step.user,
  };
}

interface SaidSteps extends Pick<CompiledScenario, 'timeline' | 'lines'> {
  readonly servedBy: (server?: string) => Profile;
  readonly definitions: readonly unknown[];
}

/** CustomResourceDefinitions in a part of a document, however deep. */
function definitionsIn(part: unknown): readonly unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  if ((part as { readonly kind?: unknown }).kind === 'CustomResourceDefinition') return [part];
  return Object.values(part).flatMap(definitionsIn);
}

function checkSteps(said: SaidSteps, faults: InputFault[]): void {
  const { timeline, ...given } = said;
  for (const [index, { verb, payload, descriptor, length, server }] of timeline.entries()) {
    const undone = length !== undefined;
    const servedBy = (named = server) => said.servedBy(named);
    const context = { ...given, undone, servedBy, profile: servedBy() };
    const refused = descriptor?.refuses?.(payload, context) ?? [];
    for (const { path, reason } of refused) {
      const dot = path === '' || path.startsWith('[') ? '' : '.';
      faults.push({ path: `spec.timeline[${index}].${verb}${dot}${path}`, reason });
    }
  }
}

function checkObjects({ spec }: Scenario, faults: InputFault[]): void {
  for (const [index, object] of (spec.objects ?? []).entries()) {
    const { apiVersion, kind } = object as { apiVersion?: string; kind?: string };
    const path = `spec.objects[${index}]`;
    if (resourceOfObject(apiVersion ?? '', kind ?? '')) {
      const reason = kindError(object, { apiVersion: apiVersion ?? '', kind: kind ?? '' });
      if (reason !== undefined) faults.push({ path, reason });
      continue;
    }
    const reason = `${kind} of ${apiVersion}: not modelled yet`;
    faults.push({ path: `${path}.kind`, reason });
  }
}

function checkEtcdData({ spec }: Scenario, faults: InputFault[]): void {
  for (const [index, { key, value }] of (spec.etcdData ?? []).entries()) {
    const reason = storedValueError(key, value);
    if (reason !== undefined) faults.push({ path: `spec.etcdData[${index}].value`, reason });
  }
}

function checkExpectations({ spec }: Scenario, faults: InputFault[]): void {
  for (const [index, expectation] of (spec.expect ?? []).entries()) {
    const { object, jsonPath, matches, invariant } = expectation;
    const path = `spec.expect[${index}]`;
    if (invariant !== undefined && !INVARIANTS.some(({ name }) => name === invariant)) {
      const known = INVARIANTS.map(({ name }) => name).join(', ');
      faults.push({ path: `${path}.invariant`, reason: `expected one of ${known}` });
    }
    if (matches !== undefined && !isRegularExpression(matches)) {
      const reason = `expected a regular expression, found ${JSON.stringify(matches)}`;
      faults.push({ path: `${path}.matches`, reason });
    }
    if (jsonPath !== undefined) {
      const read = readJsonPath(jsonPath);
      if (!read.ok) faults.push({ path: `${path}.jsonPath`, reason: read.faults[0].reason });
    }
    if (object && !resourceOfObject(object.apiVersion, object.kind)) {
      const reason = `${object.kind} of ${object.apiVersion}: not modelled yet`;
      faults.push({ path: `${path}.object.kind`, reason });
    }
  }
}

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch (error) {
    return !(error instanceof SyntaxError);
  }
}
