import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatClock, formatEnd, useTexts } from '../i18n';
import { goToRecord, seek } from '../playback';
import { useShell } from '../shell/shell-context';
import { CloseButton } from '../widgets';
import { CommandLine } from './command-line';
import styles from './console.module.css';
import type { Retry } from './console-log';
import { ManifestEditor } from './manifest-editor';
import { nothingFollows } from './nothing-follows';
import { readPaste } from './read-input';
import { Refused } from './refused';
import type { ShownEntry } from './select';
import { consoleTexts } from './texts';
import { type ConsoleHandle, type ManifestWish, useConsole } from './use-console';

/** How near the end of the output its reader is taken along with new lines, px. */
const FOLLOW_PX = 40;

export interface ConsolePanelProps {
  /** Absent where the console is a tab of its own. */
  readonly onClose?: () => void;
  /** What was typed before it was there. */
  readonly typed?: RefObject<string>;
}

export function ConsolePanel({ onClose, typed }: ConsolePanelProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const terminal = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const [wish, setWish] = useState<(ManifestWish & { readonly text: string }) | undefined>();
  const enter = (line: string): void => {
    const wanted = terminal.enter(line);
    if (wanted) setWish({ ...wanted, text: terminal.manifest });
  };
  /** @returns what the line is to be; undefined when the paste was taken elsewhere. */
  const paste = (text: string): string | undefined => {
    const { line, manifest, more } = readPaste(text);
    if (more) terminal.say('', t('several-lines'));
    if (manifest === undefined) return line;
    const wanted = terminal.enter(line === '' ? 'apply -f -' : line);
    if (wanted) setWish({ ...wanted, text: manifest });
    return undefined;
  };
  const leave = (): void => {
    setWish(undefined);
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <section className={styles.console} aria-label={t('console')} data-panel="console">
      <Head terminal={terminal} onClose={onClose} />
      <ServerDown terminal={terminal} />
      <Output terminal={terminal} input={input} />
      {wish && (
        <ManifestEditor
          wish={wish}
          onSend={(text) => {
            if (terminal.send(wish, text)) leave();
          }}
          onCancel={leave}
        />
      )}
      {terminal.usable ? (
        <CommandLine
          input={input}
          terminal={terminal}
          onEnter={enter}
          onPaste={paste}
          onClose={onClose}
          typed={typed}
        />
      ) : (
        <NotUsable />
      )}
    </section>
  );
}

/** In the place of the line: an opened trace has no cluster, and a run that begins none yet. */
function NotUsable() {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const traceFile = useStore(orrery.session, (state) => state.traceFile);
  return (
    <p className={styles.hint} role="status">
      {t(traceFile === undefined ? 'no-run-yet' : 'no-scenario')}
    </p>
  );
}

function Head({ terminal, onClose }: { terminal: ConsoleHandle } & ConsolePanelProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const { servers, server, chooseServer } = terminal;
  return (
    <header className={styles.head}>
      <h2>{t('console')}</h2>
      <label className={styles.server}>
        {t('server')}
        <select
          className="text-field"
          value={server}
          onChange={(event) => chooseServer(event.target.value)}
        >
          <option value="">{t('server-first', { name: servers[0] ?? '' })}</option>
          {servers.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {onClose && <CloseButton label={t('close')} onClose={onClose} />}
    </header>
  );
}

/** Says that nobody answers, and offers who would: never another without being asked. */
function ServerDown({ terminal: { down, chooseServer } }: { terminal: ConsoleHandle }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  if (!down) return undefined;
  const { server, next } = down;
  return (
    <p className={styles.down} role="status">
      <span>{t(next === undefined ? 'none-runs' : 'server-down', { name: server })}</span>
      {next !== undefined && (
        <button type="button" className="button" onClick={() => chooseServer(next)}>
          {t('use-server', { name: next })}
        </button>
      )}
    </p>
  );
}

interface OutputProps {
  readonly terminal: ConsoleHandle;
  readonly input: RefObject<HTMLInputElement | null>;
}

function Output({ terminal, input }: OutputProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const { shown } = terminal;
  const box = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  const length = shown.reduce((sum, { output }) => sum + output.length + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new output is what moves it
  useEffect(() => {
    const element = box.current;
    if (element && follow.current) element.scrollTop = element.scrollHeight;
  }, [length]);
  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    follow.current = left < FOLLOW_PX;
  };
  /** A click that selects nothing goes to the line, as in a terminal. */
  const onClick = (): void => {
    if (getSelection()?.isCollapsed !== false) input.current?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the line is the next tab stop
    <div
      ref={box}
      className={styles.output}
      role="log"
      aria-label={t('output')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus
      tabIndex={0}
      onScroll={onScroll}
      onClick={onClick}
    >
      {shown.length === 0 && terminal.usable && <p className={styles.hint}>{t('empty')}</p>}
      {shown.map((entry) => (
        <Entry key={entry.key} entry={entry} terminal={terminal} />
      ))}
    </div>
  );
}

/** Asks for what objects do not keep here. */
const MANAGED = /^get\s(.*\s)?--show-managed-fields(=true)?(\s|$)/;

/** As after the prompt, which says kubectl: all but the console's own words. */
const asTyped = (line: string): string =>
  line === '' || /^(help|clear|\^C)(\s|$)|\bkubectl\b/.test(line) ? line : `kubectl ${line}`;

interface EntryProps {
  readonly entry: ShownEntry;
  readonly terminal: ConsoleHandle;
}

function Entry({ entry, terminal }: EntryProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const { step, line, output, left } = entry;
  const time = formatClock(entry.t);
  return (
    <div className={styles.entry}>
      <div className={styles.prompt}>
        {step === undefined ? (
          <span className={styles.time}>{time}</span>
        ) : (
          <button
            type="button"
            className={styles.time}
            title={t('go-to', { time })}
            onClick={(event) => {
              event.stopPropagation();
              goToRecord(orrery, step);
            }}
          >
            {time}
          </button>
        )}
        <span aria-hidden="true">$</span>
        <code>{asTyped(line)}</code>
      </div>
      {output.map(({ text, error }, index) => (
        <pre
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever appended
          key={index}
          className={error ? styles.error : undefined}
        >
          {text}
        </pre>
      ))}
      {output.some(({ text, error }) => !error && nothingFollows(text)) && (
        <p className={styles.running}>{t('nothing-follows')}</p>
      )}
      {output.length > 0 && MANAGED.test(line) && (
        <p className={styles.running}>{t('no-managed-fields')}</p>
      )}
      <Refused entry={entry} terminal={terminal} />
      {left && (
        <p className={styles.running}>
          <code>^C</code> {t('watch-left')}
        </p>
      )}
      {entry.running && <Running entry={entry} />}
    </div>
  );
}

/** Why a line is not over yet, and when it will be. */
function Running({ entry }: { readonly entry: ShownEntry }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const { status, reached } = useStore(orrery.session);
  const { watches, waits, retry, asked, retries, end } = entry;
  const reason = watches ? 'watching' : waits ? 'waiting' : 'running';
  const words = (retry: Retry): string => {
    const { code, version } = retry;
    const said = version === undefined ? retry.reason : t('too-large', { version });
    const time = formatClock(retry.again);
    return t(asked ? 'retried' : 'retrying', { answer: `${code} ${said}`, count: retries, time });
  };
  return (
    <p className={styles.running}>
      {retry ? words(retry) : t(reason)}
      {end === undefined && status === 'done' && !watches && (
        <span> {t('past-end', { time: formatEnd(reached) })}</span>
      )}
      {end !== undefined && (
        <button type="button" className="button" onClick={() => seek(orrery, end)}>
          {t('to-end')}
        </button>
      )}
    </p>
  );
}
