/** Typing into the console: what a line does, and where the playhead goes. */
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { useStore } from 'zustand';
import { asTime, type SimTime } from '#base';
import { type ManifestCommand, type Refusal, type ResourceType, refusalText } from '#console';
import { DEFAULT_EPOCH } from '#protocol';
import { useTexts } from '../i18n';
import { reasonWords } from '../opening/reason';
import { usePlayhead } from '../playback';
import type { StepFields } from '../session/put-steps';
import { useShell } from '../shell/shell-context';
import type { Orrery } from '../stores';
import { ConsoleLog } from './console-log';
import { definitionRevisions, typesDefinedIn } from './defined-types';
import { helpText } from './help-text';
import { manifestSteps } from './manifest-steps';
import { addToHistory, memoryOf } from './memory';
import type { PrintContext } from './print-entry';
import { readInput } from './read-input';
import { type OutputCache, type ShownEntry, selectConsole } from './select';
import { servedTypes } from './served-types';
import { consoleTexts } from './texts';

/** A line that was sent and whose end the playhead is to be taken to. */
interface Awaited {
  /** Place among the lines of the run. */
  readonly place: number;
  readonly t: SimTime;
}

/** A line that takes longer than this is not jumped over, µs. */
const JUMP_MAX_US = 2_000_000;

export interface ManifestWish {
  readonly line: string;
  readonly command: ManifestCommand;
  readonly server: string | undefined;
}

export interface DownServer {
  readonly server: string;
  /** The next that runs, in the order of the scenario; undefined when none does. */
  readonly next: string | undefined;
}

/**
 * Lines are sent where they were sent before: the console says that nobody is there, and offers
 * another; that another answers must be the person's choice, as it is with kubectl's `--server`.
 * @param runs whether that server runs at the playhead
 */
export function downServer(
  servers: readonly string[],
  chosen: string,
  runs: (server: string) => boolean,
): DownServer | undefined {
  const place = Math.max(0, servers.indexOf(chosen));
  const server = servers[place];
  if (server === undefined || runs(server)) return undefined;
  const others = [...servers.slice(place + 1), ...servers.slice(0, place)];
  return { server, next: others.find(runs) };
}

export interface ConsoleHandle {
  readonly shown: readonly ShownEntry[];
  readonly types: readonly ResourceType[];
  readonly servers: readonly string[];
  /** What `--server` may name. */
  readonly hosts: readonly string[];
  readonly server: string;
  readonly usable: boolean;
  /** The server that lines go to does not run at the playhead, and the next one that does. */
  readonly down: DownServer | undefined;
  /** Whether that server runs at the playhead. */
  runs(server: string): boolean;
  chooseServer(name: string): void;
  /** @returns what the line wants first, if it wants a manifest. */
  enter(text: string): ManifestWish | undefined;
  /** The manifest that was sent last; empty before. */
  readonly manifest: string;
  /** @returns whether it was sent; what is refused before stays where it was typed. */
  send(wish: ManifestWish, manifest: string): boolean;
  /** Notes a line that the page answers by itself. */
  say(line: string, text: string, error?: boolean): void;
  /** Ctrl C: leaves what watches or waits, else the line as far as it was typed. */
  interrupt(line: string): void;
  readonly history: readonly string[];
}

export function useConsole(): ConsoleHandle {
  const { orrery } = useShell();
  const context = usePrintContext(orrery);
  const time = usePlayhead(orrery);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  const { log, cache } = useLog(orrery);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const memory = memoryOf(orrery);
  const servers = (scenario?.spec.apiServers ?? []).map(({ name }) => name);
  const { controllerManagers = [], schedulers = [] } = scenario?.spec ?? {};
  const hosts = [...servers, ...[...controllerManagers, ...schedulers].map(({ name }) => name)];
  const entries = log.entries();
  const shown = selectConsole({ ...memory, entries }, time, context, cache);
  const acts = useActs(orrery, log, context, redraw);
  const server = servers.includes(memory.server) ? memory.server : '';
  const runs = (name: string) => isRunning(orrery, name, time);
  return {
    shown,
    types: context.typesOf(server || (servers[0] ?? '')),
    servers,
    hosts,
    server,
    down: downServer(servers, server, runs),
    runs,
    usable: scenario !== undefined,
    history: memory.history,
    manifest: memory.manifest,
    chooseServer: (name) => {
      memory.server = name;
      redraw();
    },
    interrupt: (line) => {
      const watching = shown.filter(({ running, watches, waits }) => running && (watches || waits));
      const at = orrery.playback.getState().time;
      memory.left = new Map([...memory.left, ...watching.map(({ key }) => [key, at] as const)]);
      if (watching.length === 0 || line !== '') acts.say(`${line}^C`, '');
      else redraw();
    },
    ...acts,
  };
}

/** Whether a process is there to be called, in whatever state. */
function isRunning({ index }: Orrery, name: string, time: SimTime): boolean {
  const phase = index.processPhaseAt(name, time);
  return phase !== undefined && phase.phase !== 'exited';
}

interface ConsoleContext extends PrintContext {
  /** What that server serves. */
  readonly typesOf: (server: string) => readonly ResourceType[];
}

function usePrintContext(orrery: Orrery): ConsoleContext {
  const catalogue = useStore(orrery.session, (state) => state.catalogue);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  const version = useStore(orrery.session, (state) => state.traceVersion);
  useStore(orrery.session, (state) => state.reached);
  const revisions = definitionRevisions(orrery.trace.table.archive);
  return useMemo(() => {
    // Lines of before may have been for any server.
    const defined = revisions === 0 ? [] : typesDefinedIn(orrery.trace.table.archive);
    const resources = catalogue?.resources ?? [];
    const typesOf = (server: string) => [
      ...servedTypes(resources, scenario?.spec, server),
      ...defined,
    ];
    const epochMs = Date.parse(scenario?.spec.epoch ?? DEFAULT_EPOCH);
    // The trace is another one after each change of its version.
    return { table: orrery.trace.table, types: typesOf(''), typesOf, epochMs, version };
  }, [orrery, catalogue, scenario, version, revisions]);
}

function useLog(orrery: Orrery) {
  const version = useStore(orrery.session, (state) => state.traceVersion);
  useStore(orrery.session, (state) => state.reached);
  return useMemo(() => {
    const log = new ConsoleLog(orrery.trace.table, orrery.index);
    const cache: OutputCache = new Map();
    return { log, cache, version };
  }, [orrery, version]);
}

function useActs(orrery: Orrery, log: ConsoleLog, { types }: PrintContext, redraw: () => void) {
  const t = useTexts(orrery, consoleTexts);
  const memory = memoryOf(orrery);
  const say = useSay(orrery, log, redraw);
  const run = useRun(orrery, log, say);
  const clear = (): void => {
    memory.cleared = new Set([...memory.cleared, ...passed(orrery, log).map(({ key }) => key)]);
    memory.locals = [];
    redraw();
  };
  const refuse = (line: string, refusal: Refusal): void => {
    const known = refusal.by === 'orrery' && Object.hasOwn(consoleTexts.en, refusal.why);
    const own = known ? t(refusal.why as 'shell', { detail: refusal.detail }) : undefined;
    say(line, own ?? refusalText(refusal), true);
  };
  const enter = (text: string): ManifestWish | undefined => {
    const line = text.trim();
    if (line !== '') addToHistory(memory, line);
    const input = readInput(line, types);
    if (input.kind === 'manifest') return { line, command: input.command, server: input.server };
    if (input.kind === 'clear') clear();
    else if (input.kind === 'help') say(line, helpText(t, input.about));
    else if (input.kind === 'refused') refuse(line, input.refusal);
    else if (input.kind === 'line') run(line, [{ kubectl: input.line }], input.reads);
    return undefined;
  };
  const send = ({ line, command, server }: ManifestWish, manifest: string): boolean => {
    const resources = orrery.session.getState().catalogue?.resources ?? [];
    const steps = manifestSteps(manifest, command, [...resources, ...types]);
    if (!steps.ok) {
      const { language } = orrery.settings.getState();
      void reasonWords(steps.faults[0].reason, language).then((words) => say(line, words, true));
      return false;
    }
    memory.manifest = manifest;
    const named = server === undefined ? {} : { server };
    const fields = steps.value.map((step) => ({ ...step, ...named }));
    run(line, fields, false);
    return true;
  };
  return { enter, send, say };
}

/** The lines that the playhead has passed. */
function passed(orrery: Orrery, log: ConsoleLog) {
  const { time } = orrery.playback.getState();
  return log.entries().filter((entry) => entry.t <= time);
}

type Say = (line: string, text: string, error?: boolean) => void;

function useSay(orrery: Orrery, log: ConsoleLog, redraw: () => void): Say {
  const memory = memoryOf(orrery);
  return useCallback(
    (line, text, error = false) => {
      const { time } = orrery.playback.getState();
      const after = passed(orrery, log).length;
      const key = `local/${memory.said}`;
      memory.said += 1;
      const output = text === '' ? [] : [{ text, error }];
      const server = memory.server || undefined;
      memory.locals = [...memory.locals, { key, t: time, after, line, server, output }];
      redraw();
    },
    [orrery, log, memory, redraw],
  );
}

/** Sends steps; the playhead goes to where they are over. */
function useRun(orrery: Orrery, log: ConsoleLog, say: Say) {
  const { client } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const awaited = useRef<Awaited | undefined>(undefined);
  useAwaited(orrery, log, awaited);
  const memory = memoryOf(orrery);
  const put = async (line: string, steps: readonly StepFields[], reads: boolean): Promise<void> => {
    const before = passed(orrery, log).length;
    const server = memory.server === '' ? {} : { server: memory.server };
    const sent = steps.map((step) => ({ ...server, ...step }));
    const at = await client.step(sent, reads);
    if (at === undefined) say(line, t('not-cut'));
    else awaited.current = { place: before + steps.length - 1, t: at };
  };
  return (line: string, steps: readonly StepFields[], reads: boolean) => {
    void put(line, steps, reads);
  };
}

/** Takes the playhead to where the line that was sent last is over, once the run knows. */
function useAwaited(
  orrery: Orrery,
  log: ConsoleLog,
  awaited: { current: Awaited | undefined },
): void {
  const replacing = useStore(orrery.session, (state) => state.replacing);
  const reached = useStore(orrery.session, (state) => state.reached);
  const status = useStore(orrery.session, (state) => state.status);
  useEffect(() => {
    const wish = awaited.current;
    if (!wish || replacing || reached < wish.t) return;
    const entry = log.entries().filter(({ t }) => t <= wish.t)[wish.place];
    const first = entry?.pieces.find(({ kind }) => kind === 'objects');
    const watching = first?.kind === 'objects' && first.what.startsWith('watch');
    // What waits for ever has said what it did.
    const said = status === 'done' ? entry?.pieces.at(-1)?.t : undefined;
    const end = watching ? first.t : (entry?.end ?? said);
    if (end === undefined) {
      if (status === 'done') awaited.current = undefined;
      return;
    }
    awaited.current = undefined;
    const { time } = orrery.playback.getState();
    if (end > time && end - wish.t <= JUMP_MAX_US) orrery.playback.setState({ time: asTime(end) });
  }, [orrery, log, awaited, replacing, reached, status]);
}
