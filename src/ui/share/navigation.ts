/**
 * From addresses to runs and back. Loaded on its own, after the shell is on screen: reading
 * links needs the schema.
 */
import documents from 'virtual:library';
import { asTime, bad, type Result } from '#base';
import { DEFAULT_SCENARIO, FORMER_NAMES, LIBRARY } from '#library';
import {
  decodeShareLink,
  encodeShareLink,
  libraryLink,
  type Scenario,
  type SharedLink,
  sameJson,
  type ViewState,
} from '#protocol';
import { LESSON_TAB, NO_LESSON, opened } from '../lessons/lesson-state';
import { stopsOf } from '../lessons/stops';
import { endOf } from '../session/edit-scenario';
import type { SessionClient } from '../session-client';
import type { Orrery } from '../stores';
import { applyView, viewOf } from './view';

/** Between two updates of the address while something moves, ms: browsers count and refuse more. */
const ADDRESS_MS = 500;

/** Stores of which something stands in the address. */
const IN_THE_ADDRESS = [
  'playback',
  'selection',
  'viewport',
  'settings',
  'session',
  'lesson',
  'marks',
  'breakpoints',
] as const;

export interface LibraryEntry {
  readonly name: string;
  readonly scenario: Scenario;
}

/** The place in the address bar; a test passes its own. */
export interface AddressBar {
  read(): string;
  /** Replaces what the bar shows, without a new entry in the history and without a reload. */
  replace(hash: string): void;
  /** Called when a person or a script changed what stands behind `#`. */
  onChange(listener: () => void): () => void;
}

export class Navigation {
  readonly library: readonly LibraryEntry[];
  readonly #orrery: Orrery;
  readonly #client: SessionClient;
  readonly #bar: AddressBar;
  /** What the bar said when it was last read or written; and the same without the view. */
  #hash = '';
  #path = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #coded: { readonly scenario: Scenario; readonly link: Result<string> } | undefined;

  constructor(orrery: Orrery, client: SessionClient, bar: AddressBar = browserBar()) {
    this.#orrery = orrery;
    this.#client = client;
    this.#bar = bar;
    this.library = LIBRARY.map(({ name }) => ({ name, scenario: documents[name] }));
  }

  /** Opens what the address names, and keeps the address in step from then on. */
  start(): () => void {
    this.#openAddress(this.#bar.read());
    const stops = [
      this.#bar.onChange(() => this.#addressChanged()),
      ...IN_THE_ADDRESS.map((store) => this.#orrery[store].subscribe(() => this.#schedule())),
    ];
    return () => {
      clearTimeout(this.#timer);
      for (const stop of stops) stop();
    };
  }

  openLibrary(name: string, view: ViewState = {}): void {
    const entry = this.library.find((candidate) => candidate.name === name);
    if (entry) this.#run(entry.scenario, view, name);
  }

  /** The link, from `#` on, that opens exactly this view of exactly this run. */
  link(): Result<string> {
    const { scenario, libraryName } = this.#orrery.session.getState();
    if (!scenario) return bad([{ path: 'link', reason: 'there is no run yet' }]);
    const view = viewOf(this.#orrery);
    if (libraryName !== undefined) return { ok: true, value: libraryLink(libraryName, view) };
    if (this.#coded?.scenario !== scenario) {
      this.#coded = { scenario, link: this.#linkOf(scenario) };
    }
    const { link } = this.#coded;
    const query = libraryLink('', view).replace(/^[^?]*/, '');
    return link.ok ? { ok: true, value: link.value + query } : link;
  }

  /** What says the same as a scenario of the library needs no more than its name. */
  #linkOf(scenario: Scenario): Result<string> {
    const same = this.library.find((entry) => sameJson(entry.scenario, scenario));
    return same ? { ok: true, value: libraryLink(same.name) } : encodeShareLink(scenario);
  }

  #openAddress(hash: string): void {
    this.#hash = hash;
    this.#path = pathOf(hash);
    const libraryNames = this.library.map(({ name }) => name);
    const shared = decodeShareLink(named(hash), { libraryNames, formerNames: FORMER_NAMES });
    if (!shared.ok) this.#client.refuse(shared.faults);
    else this.#openShared(shared.value);
  }

  #openShared(shared: SharedLink): void {
    if (shared.kind === 'scenario') {
      this.#run(shared.scenario, shared.view);
      return;
    }
    const entry = this.library.find(({ name }) => name === shared.name);
    if (entry) this.#run(entry.scenario, shared.view, entry.name);
  }

  #run(scenario: Scenario, view: ViewState, libraryName?: string): void {
    const { playback, settings, viewport } = this.#orrery;
    const stopAt = this.#openLesson(scenario, view, libraryName);
    const wanted = view.time ?? stopAt;
    // A link to an instant opens still; a run from the start plays, unless motion is unwanted.
    const playing = wanted === undefined && !settings.getState().reducedMotion;
    const time = asTime(Math.min(wanted ?? 0, endOf(scenario)));
    const { traceHash, behaviourVersion } = view;
    const expected = traceHash === undefined ? undefined : { hash: traceHash, behaviourVersion };
    // First the run: a playhead that moved before it would be looked for in the run that is left.
    this.#client.run(scenario, { libraryName, expected, playhead: time, keepSelection: true });
    viewport.setState({ from: 0, to: endOf(scenario) });
    applyView(this.#orrery, view);
    playback.setState({ time, playing });
  }

  /**
   * A view with a stop opens the lesson there; any other closes the one that was open.
   * @returns the time of the stop, µs
   */
  #openLesson(
    scenario: Scenario,
    { stop, tab }: ViewState,
    libraryName: string | undefined,
  ): number | undefined {
    const stops = stopsOf(scenario);
    const place = stop === undefined ? -1 : Math.min(stop, stops.length) - 1;
    const next = place < 0 ? NO_LESSON : opened({ scenario, libraryName }, place);
    if (next.lesson && tab === undefined) {
      this.#orrery.settings.setState({ inspectorTab: LESSON_TAB });
    }
    this.#orrery.lesson.setState(next, true);
    return stops[place]?.at;
  }

  /** Another view of the same run only moves the page; anything else is opened. */
  #addressChanged(): void {
    const hash = this.#bar.read();
    if (hash === this.#hash) return;
    this.#hash = hash;
    const shared = decodeShareLink(named(hash));
    if (pathOf(hash) !== this.#path || !shared.ok) {
      this.#openAddress(hash);
      return;
    }
    const { view } = shared.value;
    applyView(this.#orrery, view);
    const { lesson, stop } = this.#orrery.lesson.getState();
    const { scenario, libraryName } = this.#orrery.session.getState();
    if (scenario && view.stop !== (lesson && stop + 1)) {
      this.#openLesson(scenario, view, libraryName);
    }
    if (view.time !== undefined) {
      this.#orrery.playback.setState({ time: view.time, playing: false });
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writeAddress();
    }, ADDRESS_MS);
  }

  #writeAddress(): void {
    // The browser tells a moment later what a person put into the bar; it must not be lost.
    this.#addressChanged();
    const { status } = this.#orrery.session.getState();
    if (status === 'refused' || status === 'empty') return;
    const link = this.link();
    // A run too large for a link keeps the address it had; the share button says why.
    if (!link.ok) return;
    this.#path = pathOf(link.value);
    this.#bar.replace(link.value.replace(/^\//, ''));
    this.#hash = this.#bar.read();
  }
}

/** What names the run, without the view. */
function pathOf(hash: string): string {
  return hash.replace(/^\/?#?\/?/, '').replace(/\?.*$/, '');
}

/** An address that names no run, with or without a view, means the default one. */
function named(hash: string): string {
  if (pathOf(hash) !== '') return hash;
  const question = hash.indexOf('?');
  return `#/library/${DEFAULT_SCENARIO}${question < 0 ? '' : hash.slice(question)}`;
}

function browserBar(): AddressBar {
  return {
    read: () => location.hash,
    replace: (hash) => history.replaceState(undefined, '', hash),
    onChange: (listener) => {
      addEventListener('hashchange', listener);
      return () => removeEventListener('hashchange', listener);
    },
  };
}
