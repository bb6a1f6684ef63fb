/**
 * The text that is edited, apart from any element of the page: CodeMirror's state (so that text and
 * form share one undo), what is wrong with it, and its way into a run and back. It lives as long as
 * the page does, the view only while the editor is open.
 */
import { isolateHistory, redo, undo } from '@codemirror/commands';
import { EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { asTime } from '#base';
import {
  changeBetween,
  type Examined,
  editYaml,
  examineScenario,
  formatYaml,
  type PlacedFault,
  type Scenario,
  sameJson,
  type YamlEdit,
} from '#protocol';
import { endOf } from '../session/edit-scenario';
import type { SessionClient } from '../session-client';
import type { Orrery } from '../stores';
import { baseOf, beginTab, forgetOther, keepDraft, type OtherDraft } from './draft';
import { type EditorNotice, firstText, textFor } from './first-text';

/** How long typing rests before the text is read again, ms. */
const READ_MS = 150;
/** How long typing rests before the text is kept, ms. */
const KEEP_MS = 300;

export interface EditorModel {
  readonly examined: Examined;
  /** All faults, in order of the text: the document's form, and what the engine says. */
  readonly faults: readonly PlacedFault[];
  /** The engine has not answered yet. */
  readonly checking: boolean;
  /** The text says something else than what runs. */
  readonly changed: boolean;
  /** An attempt to run was refused; rises each time. */
  readonly refusals: number;
  readonly notice: EditorNotice | undefined;
}

export class EditorSession {
  readonly model: StoreApi<EditorModel>;
  readonly #orrery: Orrery;
  readonly #client: SessionClient;
  #state: EditorState;
  #view: EditorView | undefined;
  /** The scenario that this editor ran last, so that it does not follow itself. */
  #own: Scenario | undefined;
  /** The text of what runs, as it was written. */
  #ran: string;
  #reading: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;

  /** @param extensions what the text can do; they are told the session that they belong to */
  constructor(
    orrery: Orrery,
    client: SessionClient,
    extensions: (session: EditorSession) => Extension,
  ) {
    this.#orrery = orrery;
    this.#client = client;
    const { scenario } = orrery.session.getState();
    beginTab(() => this.#keepNow());
    const { text, ran, notice } = firstText(scenario);
    this.#ran = ran;
    const examined = examineScenario(text);
    this.model = createStore<EditorModel>(() => ({
      examined,
      faults: examined.faults,
      checking: false,
      changed: this.#differs(examined),
      refusals: 0,
      notice,
    }));
    this.#state = EditorState.create({ doc: text, extensions: extensions(this) });
    orrery.session.subscribe((state, before) => {
      if (state.scenario !== before.scenario) this.#follow(state.scenario, before.scenario);
    });
    void this.#check(examined);
  }

  get text(): string {
    return this.#current().doc.toString();
  }

  /** The state for a view that is made now. */
  get state(): EditorState {
    return this.#state;
  }

  attach(view: EditorView): void {
    this.#view = view;
    this.#state = view.state;
  }

  detach(view: EditorView): void {
    if (this.#view !== view) return;
    this.#state = view.state;
    this.#view = undefined;
    this.#keepNow();
  }

  /** Called by the view after each change of its text. */
  textChanged(): void {
    clearTimeout(this.#reading);
    this.#reading = setTimeout(() => this.#read(), READ_MS);
    this.#keepSoon();
  }

  /** Changes single fields, as one step of undo. */
  edit(edits: readonly YamlEdit[]): void {
    const before = this.text;
    const edited = editYaml(before, edits);
    if (!edited.ok) {
      const [{ path, reason }] = edited.faults;
      this.model.setState({ notice: { kind: 'unmade', reason: `${path}: ${reason}` } });
      return;
    }
    this.#replace(edited.value, 'input.form');
  }

  /** Another text in place of this one; undo brings this one back. */
  open(text: string): void {
    this.#replace(text, 'input.open');
    this.model.setState({ notice: undefined });
  }

  format(): void {
    const formatted = formatYaml(this.text);
    if (formatted.ok) this.#replace(formatted.value, 'input.format');
  }

  undo(): void {
    undo({ state: this.#current(), dispatch: (transaction) => this.#dispatch(transaction) });
  }

  redo(): void {
    redo({ state: this.#current(), dispatch: (transaction) => this.#dispatch(transaction) });
  }

  /** Shows a place of the text and puts the cursor there. */
  show({ from, to }: { readonly from: number; readonly to: number }): void {
    const view = this.#view;
    if (!view) return;
    const end = view.state.doc.length;
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
    view.dispatch({ selection, scrollIntoView: true });
    view.focus();
  }

  /**
   * Runs what is written, the playhead where it was. With a fault nothing runs: what is on screen
   * stays, and so does the text.
   * @returns whether it runs
   */
  async apply(): Promise<boolean> {
    const examined = this.#read();
    const faults = examined.scenario ? await this.#check(examined) : examined.faults;
    const { scenario } = examined;
    if (!scenario || faults.length > 0) {
      this.model.setState(({ refusals }) => ({ refusals: refusals + 1 }));
      return false;
    }
    const { scenario: before, undo: earlier } = this.#orrery.session.getState();
    if (before && sameJson(before, scenario)) return true;
    this.#own = scenario;
    this.#ran = examined.text;
    const { time } = this.#orrery.playback.getState();
    this.#client.run(scenario, {
      playhead: asTime(Math.min(time, endOf(scenario))),
      undo: before ? [...earlier, before] : earlier,
    });
    this.model.setState({ changed: false, notice: undefined });
    this.#keepNow();
    return true;
  }

  /** Shows the text of what runs; undo brings the other one back. */
  takeRunning(): void {
    const { scenario } = this.#orrery.session.getState();
    if (scenario) this.#replace(textFor(scenario, this.#ran), 'input.open');
    this.model.setState({ notice: undefined });
    this.#keepNow();
  }

  keepText(): void {
    this.model.setState({ notice: undefined });
    this.#keepNow();
  }

  restore(draft: OtherDraft): void {
    this.open(draft.text);
    forgetOther(draft);
    this.#keepNow();
  }

  forget(draft: OtherDraft): void {
    forgetOther(draft);
    this.model.setState({ notice: undefined });
  }

  #current(): EditorState {
    return this.#view?.state ?? this.#state;
  }

  #replace(text: string, userEvent: string): void {
    const change = changeBetween(this.text, text);
    if (!change) return;
    const annotations = [
      Transaction.userEvent.of(userEvent),
      // One change of the form, one step of undo, however quickly they follow.
      isolateHistory.of('full'),
    ];
    // What the form does is seen in the text.
    const seen = EditorView.scrollIntoView(change.from, { y: 'center' });
    const effects = userEvent === 'input.form' ? [seen] : [];
    this.#dispatch(this.#current().update({ changes: change, annotations, effects }));
  }

  #dispatch(transaction: Transaction): void {
    if (this.#view) this.#view.dispatch(transaction);
    else this.#state = transaction.state;
    this.#read();
    this.#keepSoon();
  }

  /** Reads the text now; the engine's answer follows. */
  #read(): Examined {
    clearTimeout(this.#reading);
    const known = this.model.getState().examined;
    const { text } = this;
    if (known.text === text) return known;
    const examined = examineScenario(text);
    this.model.setState({
      examined,
      faults: examined.faults,
      changed: this.#differs(examined),
      checking: examined.readable,
    });
    if (examined.readable) void this.#check(examined);
    return examined;
  }

  /** Asks the engine, and shows its answer unless the text has changed meanwhile. */
  async #check(examined: Examined): Promise<readonly PlacedFault[]> {
    if (!examined.readable) return examined.faults;
    const found = examined.place(await this.#client.check(examined.value));
    // Without an answer of the engine, what the page itself sees still holds.
    const faults = found.length > 0 ? found : examined.faults;
    if (this.model.getState().examined === examined) {
      this.model.setState({ faults, checking: false });
    }
    return faults;
  }

  #differs({ scenario }: Examined, running = this.#orrery.session.getState().scenario): boolean {
    return !scenario || !running || !sameJson(scenario, running);
  }

  /** What runs was changed: by an act, an undo, a link. A text that was not run is left alone. */
  #follow(scenario: Scenario | undefined, before: Scenario | undefined): void {
    if (!scenario) return;
    const known = this.model.getState();
    // What was typed a moment ago was not read yet.
    const isRead = known.examined.text === this.text;
    const changed = isRead ? known.changed : this.#differs(this.#read(), before);
    const isOwn = scenario === this.#own;
    if (!isOwn) {
      this.#ran = textFor(scenario, changed ? this.#ran : this.text);
      if (!changed) this.#replace(this.#ran, 'input.follow');
    }
    const { examined } = this.model.getState();
    const differs = this.#differs(examined);
    this.model.setState(({ notice }) => ({
      changed: differs,
      notice: differs && changed && !isOwn ? { kind: 'elsewhere' } : notice,
    }));
  }

  #keepSoon(): void {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.#keepNow(), KEEP_MS);
  }

  #keepNow(): void {
    clearTimeout(this.#keeping);
    const { scenario } = this.#orrery.session.getState();
    const { text } = this;
    const known = this.model.getState().examined;
    const changed = this.#differs(known.text === text ? known : examineScenario(text));
    keepDraft({ text, ran: this.#ran, base: baseOf(scenario), changed, at: Date.now() });
  }
}
