/**
 * The page's side of the worker. It commands (run this scenario) and takes in rows; it never asks.
 * While a new run has not reached the playhead the page keeps the old picture, so that acting and
 * going back never show an empty stage.
 */
import { asTime, type InputFault, type SimTime } from '#base';
import {
  type FromWorker,
  type ImportFile,
  MESSAGE_VERSION,
  type Opened,
  type RunSummary,
  type Scenario,
} from '#protocol';
import { Acting } from './session/acting';
import { Checks } from './session/checks';
import { addNote, withSeed } from './session/edit-scenario';
import { type Opening, reportOf, viewOpened, withFaults } from './session/opening';
import { putSteps, type StepFields } from './session/put-steps';
import type { PendingRun, RunOptions } from './session/run-options';
import { forgetRecords, type ShownRun, shownOf } from './session/shown-run';
import { startWorker, type WorkerPort } from './session/worker-port';
import { createTrace, type Orrery, type SessionState } from './stores';

export type { RunOptions } from './session/run-options';
export type { WorkerPort } from './session/worker-port';

export interface SessionClientHooks {
  readonly createWorker?: () => WorkerPort;
  /** Asked before an act cuts later acts; resolves to whether to go on. */
  readonly confirmCut?: (laterActs: number) => Promise<boolean>;
}

export class SessionClient {
  readonly #orrery: Orrery;
  readonly #createWorker: () => WorkerPort;
  readonly confirmCut: (laterActs: number) => Promise<boolean>;
  readonly acting: Acting;
  #worker: WorkerPort | undefined;
  #pending: PendingRun | undefined;
  #shown: ShownRun | undefined;
  #lastRunId = 0;
  readonly #checks = new Checks();
  /** The files that a person opened last. */
  #open: Opening = { openId: 0, files: [], refused: [] };
  /** Scenarios as they stand in the library, so that undoing all acts finds the name again. */
  readonly #libraryNames = new WeakMap<Scenario, string>();

  constructor(orrery: Orrery, hooks: SessionClientHooks = {}) {
    this.#orrery = orrery;
    this.#createWorker = hooks.createWorker ?? startWorker;
    this.confirmCut = hooks.confirmCut ?? (() => Promise.resolve(true));
    const acting = new Acting(orrery, this);
    this.acting = acting;
    orrery.acts = {
      act: (verb, process) => void acting.act(verb, process),
      add: (step) => void acting.add(step),
      heal: (places) => void acting.heal(places),
      note: (text) => this.#change((scenario, time) => addNote(scenario, time, text)),
      undo: () => acting.turn('undo'),
      redo: () => acting.turn('redo'),
    };
  }

  /** Runs a scenario from the start. The picture changes when its rows are at the playhead. */
  run(scenario: Scenario, options: RunOptions = {}): void {
    const { libraryName, expected, playhead = asTime(0), undo = [], redo = [] } = options;
    if (libraryName !== undefined) this.#libraryNames.set(scenario, libraryName);
    const runId = this.#begin(
      { playhead, keepSelection: options.keepSelection ?? false },
      {
        scenario,
        libraryName: libraryName ?? this.#libraryNames.get(scenario),
        expected,
        undo,
        redo,
      },
    );
    this.#port().postMessage({ kind: 'run', runId, scenario });
  }

  /** Makes of files what can be run or shown; the answer becomes the session's report. */
  open(files: readonly ImportFile[], refused: readonly InputFault[]): void {
    this.#open = { openId: this.#open.openId + 1, files, refused };
    if (files.length === 0) {
      this.#report({ kind: 'refused', faults: refused });
      return;
    }
    this.#orrery.session.setState({ opening: true });
    const { scenario: current } = this.#orrery.session.getState();
    this.#port().postMessage({ kind: 'open', openId: this.#open.openId, files, current });
  }

  /** Puts the new run's empty trace aside until its rows have come; the old run is remembered. */
  #begin(start: Pick<PendingRun, 'playhead' | 'keepSelection'>, next: Partial<ShownRun>): number {
    const runId = ++this.#lastRunId;
    const hadPicture = this.#orrery.trace.table.length > 0;
    if (hadPicture && !this.#pending) this.#shown = shownOf(this.#orrery.session.getState());
    this.#pending = { runId, ...start, ...createTrace() };
    this.#orrery.session.setState({
      status: hadPicture ? 'running' : 'loading',
      replacing: hadPicture,
      scenario: undefined,
      libraryName: undefined,
      expected: undefined,
      traceFile: undefined,
      undo: [],
      redo: [],
      summary: undefined,
      faults: [],
      crash: undefined,
      workerLost: false,
      ...next,
    });
    return runId;
  }

  /** What was opened takes the place of the run on screen; undo leads back to its scenario. */
  #takeOpened(answer: Opened): void {
    const opened = withFaults(answer, this.#open.refused);
    this.#report(opened);
    if (opened.kind === 'refused') return;
    const { scenario, undo: earlier } = this.#orrery.session.getState();
    const undo = scenario === undefined ? earlier : [...earlier, scenario];
    viewOpened(this.#orrery, opened);
    if (opened.kind === 'scenario') {
      this.run(opened.scenario, { undo });
      return;
    }
    const [file] = this.#open.files;
    const runId = this.#begin(
      { playhead: asTime(0), keepSelection: false },
      { traceFile: file.name, undo },
    );
    this.#port().postMessage({ kind: 'show', runId, file });
  }

  #report(opened: Opened): void {
    const report = reportOf(this.#open, opened);
    const lastReport = report ?? this.#orrery.session.getState().lastReport;
    this.#orrery.session.setState({ opening: false, report, lastReport });
  }

  /** Shows why an input was refused. The run that is on screen, if any, stays usable, and still. */
  refuse(faults: readonly InputFault[]): void {
    this.#orrery.playback.setState({ playing: false });
    this.#drop({ ...this.#shown, status: 'refused', faults });
  }

  /** Nothing more is taken in of the run that was asked for last. */
  #drop(left: Partial<SessionState>): void {
    this.#pending = undefined;
    this.#lastRunId += 1;
    this.#orrery.session.setState({ ...left, replacing: false });
  }

  /** Puts steps at the playhead and runs again; see `putSteps`. */
  step(steps: readonly StepFields[], reads: boolean): Promise<SimTime | undefined> {
    return putSteps(this.#orrery, this, steps, reads);
  }

  /** Runs the same scenario with another seed, the playhead unchanged. */
  reseed(seed: number): void {
    this.#change((scenario) => (scenario.spec.seed === seed ? scenario : withSeed(scenario, seed)));
  }

  #change(edit: (scenario: Scenario, time: SimTime) => Scenario): void {
    const { scenario, undo } = this.#orrery.session.getState();
    const { time } = this.#orrery.playback.getState();
    const changed = scenario && edit(scenario, time);
    if (!changed || changed === scenario) return;
    this.run(changed, { playhead: time, undo: [...undo, scenario] });
  }

  /**
   * Ends a run that goes on. What is there of it stays; one that is not on screen yet leaves the
   * old one there.
   */
  stop(): void {
    const { status, replacing } = this.#orrery.session.getState();
    if (status !== 'running' && status !== 'loading') return;
    this.#port().postMessage({ kind: 'cancel', runId: this.#lastRunId });
    const old = replacing ? this.#shown : undefined;
    this.#drop({ ...old, status: old?.summary ? 'done' : 'stopped' });
  }

  /**
   * Every fault for which a document would be refused, by the engine's own reading. A crash of the
   * worker answers with none: what it says then stands over the page.
   */
  check(document: unknown): Promise<readonly InputFault[]> {
    return this.#checks.ask(this.#port(), document);
  }

  /** Starts the worker before there is something to run, so that it loads beside the page. */
  warmUp(): void {
    this.#port();
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #port(): WorkerPort {
    if (this.#worker) return this.#worker;
    const worker = this.#createWorker();
    worker.onmessage = (message) => this.#receive(message.data);
    worker.onerror = (event) => this.#crash(event.message || 'the worker could not be started');
    this.#worker = worker;
    return worker;
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'catalogue') {
      if (message.version === MESSAGE_VERSION) {
        this.#orrery.session.setState({ catalogue: message.catalogue });
      } else this.#crash(`worker speaks version ${message.version}, page ${MESSAGE_VERSION}`);
      return;
    }
    if (message.kind === 'checked') {
      this.#checks.answer(message.checkId, message.faults);
      return;
    }
    if (message.kind === 'opened') {
      if (message.openId === this.#open.openId) this.#takeOpened(message.opened);
      return;
    }
    // Those that explore seeds are listened to elsewhere.
    if (!('runId' in message) || message.runId !== this.#lastRunId) return;
    switch (message.kind) {
      case 'block':
        this.#takeBlock(message.block, message.reached);
        return;
      case 'done':
        this.#swap();
        this.#finish(message.summary);
        return;
      case 'refused':
        this.refuse(message.faults);
        return;
      case 'crashed':
        this.#swap();
        this.#orrery.session.setState({ status: 'crashed', crash: message.message });
    }
  }

  #finish(summary: RunSummary): void {
    const reached = asTime(Math.round(summary.virtualSeconds * 1_000_000));
    const { traceFile } = this.#orrery.session.getState();
    if (traceFile !== undefined) this.#orrery.viewport.setState({ from: 0, to: reached });
    this.#orrery.session.setState({ status: 'done', summary, reached });
    this.#shown = shownOf(this.#orrery.session.getState());
  }

  #takeBlock(block: Parameters<Orrery['trace']['append']>[0], reached: SimTime): void {
    const pending = this.#pending;
    (pending ?? this.#orrery).trace.append(block);
    if (pending && reached >= pending.playhead && reached > 0) this.#swap();
    if (!this.#pending) this.#orrery.session.setState({ status: 'running', reached });
  }

  /**
   * Puts the new run's trace in the place of the old one; does nothing when it is there already.
   */
  #swap(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = undefined;
    const orrery = this.#orrery;
    orrery.trace = pending.trace;
    orrery.index = pending.index;
    if (!pending.keepSelection) orrery.selection.setState((state) => forgetRecords(state));
    orrery.playback.setState({ time: pending.playhead });
    orrery.session.setState((state) => ({
      runId: pending.runId,
      replacing: false,
      traceVersion: state.traceVersion + 1,
    }));
  }

  #crash(message: string): void {
    // A worker that failed may be half alive; the next run starts a fresh one.
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#checks.forget();
    // Nothing of the new run came: what is on screen stays there.
    if (this.#pending?.trace.table.length === 0) this.#pending = undefined;
    this.#swap();
    const workerLost = true;
    this.#orrery.session.setState({
      status: 'crashed',
      crash: message,
      workerLost,
      replacing: false,
    });
  }
}
