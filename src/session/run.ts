/**
 * One run of a scenario: the cluster, its timeline, what is expected of it and what must always
 * hold. It is advanced in slices; the slices do not change the trace.
 */
import { asTime, formatGoDuration, type SimDuration, type SimTime } from '#base';
import { Cluster, INVARIANTS } from '#kube';
import { type InvariantResult, type RunSummary, type TimelineStep, versionSkew } from '#protocol';
import { type ByteHash, type RecordKind, type Seq, TraceHasher, type TraceTable } from '#trace';
import { BEHAVIOUR_VERSION } from './behaviour-version';
import { type CompiledScenario, type CompiledStep, compileStep } from './compile-scenario';
import { expectationResult, type Watched, watchExpectation } from './expectations';

const SECOND_US = 1_000_000;
/** Who writes what the run itself finds. */
const ACTOR = 'simulation';
const SCENARIO = 'scenario';

/** Ranks of what is not a step of the timeline, so that a step appended live comes first too. */
const UNDO = 1;
const VERDICT = 2;

interface Breach {
  readonly at: SimTime;
  readonly sentence: string;
}

/** Verbs that are between the document and its reader: the run neither sees nor records them. */
const READER_VERBS: ReadonlySet<string> = new Set(['ask', 'breakpoint']);

export class Run {
  readonly scenario: CompiledScenario;
  readonly cluster: Cluster;
  readonly #hasher: TraceHasher;
  readonly #watched: readonly Watched[];
  readonly #breaches = new Map<string, Breach>();
  #lookedAt = asTime(-1);
  #over = false;

  /** @param hash SHA-256 of the platform, where it has one that need not be waited for. */
  constructor(scenario: CompiledScenario, hash?: ByteHash) {
    this.scenario = scenario;
    this.#hasher = new TraceHasher(hash);
    this.cluster = new Cluster(scenario);
    const { timeline, until, expectations, jsonPath } = scenario;
    for (const step of timeline) if (step.at <= until) this.#planStep(step);
    const table = this.table;
    this.#watched = expectations
      .map((spec, index) => watchExpectation(spec, index, { table, until, jsonPath }))
      .filter((watched) => watched !== undefined);
    if (this.#watched.some(({ settle }) => settle)) this.#watchInstants();
    this.#watchInvariants();
    this.#watchExpectations();
    this.#tellVersionSkew();
  }

  get table(): TraceTable {
    return this.cluster.sim.recorder.table;
  }

  get now(): SimTime {
    return this.cluster.sim.now;
  }

  get over(): boolean {
    return this.#over;
  }

  /** Runs at most `maxTasks` tasks. @returns true when the run is over. */
  advance(maxTasks = Number.POSITIVE_INFINITY): boolean {
    if (this.#over) return true;
    if (!this.cluster.sim.advance(this.scenario.until, maxTasks)) return false;
    this.#over = true;
    if (this.cluster.sim.truncated) for (const watched of this.#watched) this.#decide(watched);
    return true;
  }

  /** Appends a step while the run goes on; it is put at the end of its instant. */
  append(step: TimelineStep): void {
    this.#planStep(compileStep(step));
  }

  /** Hash of the records so far. */
  hash(): string {
    this.#hasher.update(this.table);
    return this.#hasher.digest();
  }

  /** What became of the expectations and invariants. It costs nothing: no record is hashed. */
  verdicts(): Pick<RunSummary, 'expectations' | 'invariants'> {
    const invariants = this.#invariantResults();
    const watched = this.#watched.map(expectationResult);
    const asked = this.scenario.expectations.flatMap(({ invariant, broken, name: title }) => {
      const result = invariants.find((candidate) => candidate.name === invariant);
      if (!result) return [];
      const at = result.firstBreach ?? formatGoDuration(this.now as number as SimDuration);
      const got = result.ok ? 'held' : 'broken';
      const want = broken ? 'broken' : 'held';
      return [{ name: title ?? result.name, ok: got === want, got, want, at }];
    });
    return { expectations: [...watched, ...asked], invariants };
  }

  /** @param wallSeconds what a clock outside says the run took. */
  summary(wallSeconds: number): RunSummary {
    const { name, seed, until } = this.scenario;
    return {
      scenario: name,
      seed,
      until: formatGoDuration(until as number as SimDuration),
      behaviourVersion: BEHAVIOUR_VERSION,
      traceHash: this.hash(),
      records: this.table.length,
      truncated: this.cluster.sim.truncated,
      virtualSeconds: this.now / SECOND_US,
      wallSeconds,
      ...this.verdicts(),
    };
  }

  /** Told when expectations are watched already, so that one may be about it. */
  #tellVersionSkew(): void {
    for (const { text } of versionSkew(this.scenario.document.spec)) {
      const message = `version skew: ${text.en}`;
      this.cluster.sim.write('log', SCENARIO, { level: 'warning', message });
    }
  }

  #planStep(step: CompiledStep): void {
    if (READER_VERBS.has(step.verb)) return;
    const { sim } = this.cluster;
    sim.planStep(step.at, () => this.#apply(step));
  }

  #apply(step: CompiledStep): void {
    const { sim, world } = this.cluster;
    const { verb, payload, descriptor, length, server, user } = step;
    const target = descriptor ? descriptor.target(payload) : '';
    const fields = { verb, target, step: payload };
    const seq = sim.recorder.write('fault', SCENARIO, null, fields);
    if (!descriptor) return;
    sim.onBehalfOf(seq, () => {
      const undo = descriptor.act(world, payload, {
        seq,
        server,
        user,
        limited: length !== undefined,
      });
      if (undo && length !== undefined) this.#planUndo(step, undo, length);
    });
  }

  #planUndo({ verb, descriptor, payload }: CompiledStep, undo: () => void, length: SimDuration) {
    const { sim } = this.cluster;
    const target = descriptor ? descriptor.target(payload) : '';
    const firesAt = asTime(sim.now + length);
    const armed = sim.write('timer', SCENARIO, { name: `undo ${verb}`, phase: 'armed', firesAt });
    const apply = () => {
      const fields = { verb, target, step: { undo: payload } };
      const seq = sim.recorder.write('fault', SCENARIO, armed, fields);
      sim.onBehalfOf(seq, undo);
    };
    sim.planStep(firesAt, apply, UNDO);
  }

  /** Settles what is expected when the first record of a later instant is written. */
  #watchInstants(): void {
    const { table } = this;
    if (table.archive.rows.length > 0) this.#lookedAt = this.now;
    this.cluster.sim.recorder.observe((seq) => {
      const now = table.timeOf(seq);
      if (now === this.#lookedAt) return;
      if (this.#lookedAt >= 0) this.#settle(this.#lookedAt);
      this.#lookedAt = now;
    });
  }

  #settle(now: SimTime): void {
    for (const watched of this.#watched) watched.settle?.(now);
  }

  /** Shows the records of a kind, beginning with those of what was in etcd before the run. */
  #on(kind: RecordKind, look: (seq: Seq) => void): void {
    this.cluster.sim.recorder.observe(look, [kind]);
    if (kind === 'etcd') for (const { seq } of this.table.archive.rows) look(seq);
  }

  #watchExpectations(): void {
    const { sim } = this.cluster;
    for (const watched of this.#watched) {
      for (const kind of watched.kinds) this.#on(kind, (seq) => watched.look?.(seq));
      sim.planStep(watched.deadline, () => this.#decide(watched), VERDICT);
    }
  }

  #decide(watched: Watched): void {
    this.#settle(this.now);
    watched.decide(this.now);
    const { verdict, name, want } = watched;
    if (!verdict || this.cluster.sim.truncated) return;
    const cause = verdict.seq ?? this.#lastSeq();
    const { ok, got = null } = verdict;
    const fields = { name, ok, got, want: want ?? null };
    this.cluster.sim.recorder.write('expect', ACTOR, cause, fields);
  }

  #watchInvariants(): void {
    const { sim } = this.cluster;
    for (const { name, kinds, watch } of INVARIANTS) {
      const watcher = watch(this.table);
      const look = (seq: Seq) => {
        const sentence = watcher.look(seq);
        if (sentence === undefined || this.#breaches.has(name)) return;
        this.#breaches.set(name, { at: sim.now, sentence });
        const report = () => this.#recordInvariant(name, sentence, seq);
        sim.schedule(sim.now, report, undefined, seq);
      };
      for (const kind of kinds) this.#on(kind, look);
    }
    const held = () => {
      for (const { name } of INVARIANTS) {
        if (!this.#breaches.has(name)) this.#recordInvariant(name, '', this.#lastSeq());
      }
    };
    sim.planStep(this.scenario.until, held, VERDICT);
  }

  #recordInvariant(name: string, reason: string, cause: Seq | null): void {
    const fields = { name, ok: reason === '', reason };
    this.cluster.sim.recorder.write('invariant', ACTOR, cause, fields);
  }

  /** The newest record that did something; an armed timer is only the cause of its own work. */
  #lastSeq(): Seq | null {
    const { table } = this;
    let seq = table.length - 1;
    while (seq >= 0 && table.kindOf(seq) === 'timer') seq -= 1;
    return seq >= 0 ? seq : null;
  }

  #invariantResults(): readonly InvariantResult[] {
    return INVARIANTS.map(({ name }) => {
      const breach = this.#breaches.get(name);
      if (!breach) return { name, ok: true };
      const firstBreach = formatGoDuration(breach.at as number as SimDuration);
      const expected = this.scenario.expectations.some(
        ({ invariant, broken }) => broken && invariant === name,
      );
      return { name, ok: false, firstBreach, ...(expected ? { expected } : {}) };
    });
  }
}
