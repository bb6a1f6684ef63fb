/** All commands, actors and scenarios in one list that is narrowed by typing. */
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { COMMANDS, type CommandId, commandOf, commandTexts, keyLabel } from '../commands';
import { localText, useTexts } from '../i18n';
import { type Shell, useNavigation, useShell } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import { Dialog } from '../widgets';
import { actEntries, doAct } from './act-entries';
import { type Entry, findEntries } from './find-entries';
import styles from './palette.module.css';
import { paletteTexts } from './texts';

export interface CommandPaletteProps {
  readonly onClose: () => void;
  /** What was typed before it was there. */
  readonly typed: RefObject<string>;
}

export default function CommandPalette({ onClose, typed }: CommandPaletteProps) {
  const shell = useShell();
  const t = useTexts(shell.orrery, paletteTexts);
  const shellText = useTexts(shell.orrery, shellTexts);
  const [query, setQuery] = useState(typed.current);
  useEffect(() => {
    typed.current = '';
  }, [typed]);
  const [active, setActive] = useState(0);
  const list = useId();
  const entries = useEntries(shell);
  const found = useMemo(() => findEntries(entries, query), [entries, query]);
  const run = useRun(shell, onClose);
  const option = (place: number): string => `${list}-${place}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) setActive((active + by + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter' && found[active]) run(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('title')} closeLabel={shellText('close')} onClose={onClose}>
      <input
        data-first
        className={`text-field ${styles.field}`}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? option(active) : undefined}
        aria-label={t('field')}
        placeholder={t('field')}
        spellCheck={false}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={t('title')} className={styles.list}>
        {found.map((entry, place) => (
          <Option
            key={`${entry.kind} ${entry.id}`}
            id={option(place)}
            entry={entry}
            kind={t(entry.kind)}
            selected={place === active}
            onRun={() => run(entry)}
          />
        ))}
      </div>
      {found.length === 0 && <p role="status">{t('none')}</p>}
    </Dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly kind: string;
  readonly selected: boolean;
  readonly onRun: () => void;
}

function Option({ id, entry, kind, selected, onRun }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={entry.refused !== undefined}
      className={styles.entry}
      onClick={onRun}
    >
      <span>{entry.title}</span>
      {entry.refused !== undefined && <small>{entry.refused}</small>}
      {entry.aside !== '' && <kbd>{entry.aside}</kbd>}
      <small>{kind}</small>
    </div>
  );
}

/** Commands that can be done now, acts on each process, actors, scenarios of the library. */
function useEntries(shell: Shell): readonly Entry[] {
  const { orrery } = shell;
  const name = useTexts(orrery, commandTexts);
  const navigation = useNavigation();
  const language = useStore(orrery.settings, (state) => state.language);
  const pseudo = useStore(orrery.settings, (state) => state.pseudo);
  return useMemo(() => {
    const commands = COMMANDS.filter(
      (command) => command.id !== 'palette' && command.enabled?.(shell) !== false,
    ).map(({ id, keys }): Entry => {
      const [key] = keys;
      return { kind: 'command', id, title: name(id), aside: key ? keyLabel(key) : '' };
    });
    const actors = orrery.index.actors.map(
      (path): Entry => ({ kind: 'actor', id: path, title: path, aside: '' }),
    );
    const library = navigation?.library ?? [];
    const scenarios = library.map(({ name: id, scenario }): Entry => {
      const title = localText(scenario.metadata.title, language) || id;
      return { kind: 'scenario', id, title, aside: '' };
    });
    const acts = actEntries(orrery, { language, pseudo });
    return [...commands, ...acts, ...actors, ...scenarios];
  }, [shell, orrery, name, navigation, language, pseudo]);
}

function useRun(shell: Shell, onClose: () => void): (entry: Entry) => void {
  const navigation = useNavigation();
  return ({ kind, id, refused }) => {
    // What cannot be done says why, and stays to be read.
    if (refused !== undefined) return;
    onClose();
    if (kind === 'command') commandOf(id as CommandId).run(shell);
    else if (kind === 'act') doAct(shell.orrery, id);
    else if (kind === 'scenario') navigation?.openLibrary(id);
    else shell.orrery.selection.setState({ selected: { kind: 'actor', path: id } });
  };
}
