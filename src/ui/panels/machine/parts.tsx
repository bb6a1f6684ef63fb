/**
 * The machines of a process, to go to: single ones in a row, and families of them (hooks, caches)
 * each behind a button, so that a server with sixty parts stays one line. All can be searched.
 */
import { ChevronDown, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type Translate, useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import { moveFocus } from '../../widgets';
import { groupActors, matching, type PartGroup } from './part-groups';
import styles from './parts.module.css';
import type { ActorRow } from './select';
import { machineTexts } from './texts';

export interface PartsProps {
  readonly orrery: Orrery;
  readonly process: string;
  readonly actor: string;
  readonly rows: readonly ActorRow[];
}

/** What the list under the row shows: a family, or all of them to search in. */
type Shown = { readonly family: string } | 'all' | undefined;

type Words = Translate<(typeof machineTexts)['en']>;

export function Parts({ orrery, process, actor, rows }: PartsProps) {
  const t = useTexts(orrery, machineTexts);
  const [shown, setShown] = useState<Shown>();
  const opener = useRef<HTMLButtonElement>(null);
  const listId = useId();
  if (rows.length === 0) return null;
  const { singles, groups } = groupActors(rows, t('loops'));
  const choose = (path: string): void => {
    orrery.selection.setState({ selected: { kind: 'actor', path } });
    close();
  };
  const close = (): void => {
    setShown(undefined);
    opener.current?.focus();
  };
  const toggle = (next: Shown, button: HTMLButtonElement): void => {
    opener.current = button;
    setShown(isSame(shown, next) ? undefined : next);
  };
  const listed = shown === 'all' ? groupsOfAll(singles, groups, t) : familyOf(groups, shown);
  return (
    <nav className={styles.parts} aria-label={t('actors', { process })}>
      <div className={styles.row}>
        {singles.map((row) => (
          <Part key={row.path} row={row} actor={actor} onChoose={choose} />
        ))}
        {groups.map((group) => (
          <Family
            key={group.name}
            group={group}
            actor={actor}
            expanded={isSame(shown, { family: group.name })}
            listId={shown && listId}
            onToggle={(button) => toggle({ family: group.name }, button)}
          />
        ))}
        {groups.length > 0 && (
          <button
            type="button"
            className={styles.part}
            aria-expanded={shown === 'all'}
            aria-controls={shown ? listId : undefined}
            onClick={(event) => toggle('all', event.currentTarget)}
          >
            <Search aria-hidden="true" />
            {t('find-part')}
          </button>
        )}
      </div>
      {shown && (
        <List
          // Another family begins without the words that were searched in this one.
          key={shown === 'all' ? '' : shown.family}
          id={listId}
          groups={listed}
          actor={actor}
          t={t}
          onChoose={choose}
          onClose={close}
        />
      )}
    </nav>
  );
}

interface FamilyProps {
  readonly group: PartGroup;
  readonly actor: string;
  readonly expanded: boolean;
  readonly listId: string | undefined;
  readonly onToggle: (button: HTMLButtonElement) => void;
}

/** A family's button; where the chosen part is one of its members, it says which. */
function Family({ group, actor, expanded, listId, onToggle }: FamilyProps) {
  const inside = group.rows.find(({ path }) => path === actor);
  return (
    <button
      type="button"
      className={styles.part}
      aria-expanded={expanded}
      aria-controls={listId}
      data-current={inside !== undefined || undefined}
      data-tag={worstTag(group.rows)}
      onClick={(event) => onToggle(event.currentTarget)}
    >
      <span translate="no">{inside ? inside.label : group.name}</span>
      <span className="dim">{group.rows.length}</span>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </button>
  );
}

const isSame = (a: Shown, b: Shown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a.family === b.family);

const familyOf = (groups: readonly PartGroup[], shown: Shown): readonly PartGroup[] =>
  typeof shown === 'object' ? groups.filter(({ name }) => name === shown.family) : [];

function groupsOfAll(singles: readonly ActorRow[], groups: readonly PartGroup[], t: Words) {
  return [{ name: t('single-parts'), rows: singles }, ...groups];
}

/** What a family shows of its members: the one that wants to be looked at. */
function worstTag(rows: readonly ActorRow[]): string | undefined {
  const tags = rows.map((row) => row.tags[0]);
  return ['failing', 'working'].find((tag) => tags.includes(tag));
}

interface PartProps {
  readonly row: ActorRow;
  readonly actor: string;
  /** In its family's list the name of the family need not be said again. */
  readonly short?: string;
  readonly onChoose: (path: string) => void;
}

function Part({ row, actor, short, onChoose }: PartProps) {
  const { path, label, state, tags } = row;
  return (
    <button
      type="button"
      className={styles.part}
      translate="no"
      aria-current={path === actor}
      data-tag={tags[0]}
      data-card=""
      title={state === undefined ? label : `${label}: ${state}`}
      onKeyDown={short === undefined ? undefined : moveFocus}
      onClick={() => onChoose(path)}
    >
      {short ?? label}
    </button>
  );
}

interface ListProps {
  readonly id: string;
  readonly groups: readonly PartGroup[];
  readonly actor: string;
  readonly t: Words;
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

function List({ id, groups, actor, t, onChoose, onClose }: ListProps) {
  const [typed, setTyped] = useState('');
  const wall = useRef<HTMLDivElement>(null);
  const found = matching(groups, typed);
  const count = found.reduce((sum, { rows }) => sum + rows.length, 0);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const fromField = (event: KeyboardEvent): void => {
    const first = wall.current?.querySelector<HTMLElement>('[data-card]');
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      first?.focus();
    } else if (event.key === 'Enter' && count > 0 && typed.trim() !== '') first?.click();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves what stands inside
    <div id={id} className={styles.list} onKeyDown={onKeyDown}>
      <input
        className="text-field"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
        autoFocus
        aria-label={t('find-part')}
        placeholder={t('find-part')}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={fromField}
      />
      <div ref={wall} className={styles.wall} data-wall="">
        {found.map(({ name, rows }) => (
          <section key={name} aria-label={name}>
            <h3 translate="no">{name}</h3>
            <div className={styles.grid}>
              {rows.map((row) => (
                <Part
                  key={row.path}
                  row={row}
                  actor={actor}
                  short={row.label.replace(`${name}/`, '')}
                  onChoose={onChoose}
                />
              ))}
            </div>
          </section>
        ))}
        {count === 0 && <p className="dim">{t('no-part', { typed })}</p>}
      </div>
    </div>
  );
}
