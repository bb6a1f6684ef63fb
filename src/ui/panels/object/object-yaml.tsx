/** An object's lines at one revision, marked against the one before, with ways to its changes. */
import { useEffect, useRef, useState } from 'react';
import { formatClock, type Translate, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import styles from './object.module.css';
import type { ObjectView } from './select';
import { objectTexts } from './texts';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

interface YamlProps {
  readonly orrery: Orrery;
  readonly view: ObjectView;
  readonly time: number;
}

export function ObjectYaml({ orrery, view, time }: YamlProps) {
  const t = useTexts(orrery, objectTexts);
  const box = useRef<HTMLElement>(null);
  const { key, current, lines } = view;
  const changes = current ? changesOf(lines) : [];
  const shown = `${key} ${current?.seq}`;
  const [walked, setWalked] = useState({ shown, at: 0 });
  // Another revision begins at its first change, also one that was walked before.
  if (walked.shown !== shown) setWalked({ shown, at: 0 });
  const at = walked.shown === shown ? walked.at : 0;
  const change = changes[at];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision, other changes
  useEffect(() => showLine(box.current, change?.from ?? 0), [shown, at]);
  if (!view.current) {
    const { first } = view;
    return (
      <div className={common.emptyState}>
        <p className="dim">{t('not-yet', { time: formatClock(time) })}</p>
        <button type="button" className="button" onClick={() => goToRecord(orrery, first.seq)}>
          {t('first-written', { time: formatClock(first.at) })}
        </button>
      </div>
    );
  }
  const several = changes.length > 1;
  return (
    <>
      {view.current.deleted && <p className={styles.deleted}>{t('deleted')}</p>}
      {several && (
        <button
          type="button"
          className={`text-button ${styles.nextChange}`}
          onClick={() => setWalked({ shown, at: (at + 1) % changes.length })}
        >
          {t('next-change', { place: at + 1, count: changes.length })}
        </button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus */}
      <section ref={box} className={styles.yaml} tabIndex={0} aria-label={t('yaml')}>
        <pre>
          {view.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <Line key={place} line={line} here={several && holds(change, place)} t={t} />
          ))}
        </pre>
      </section>
    </>
  );
}

interface LineProps {
  readonly line: ObjectView['lines'][number];
  /** It is of the change that was walked to. */
  readonly here: boolean;
  readonly t: Translate<(typeof objectTexts)['en']>;
}

function Line({ line: { text, mark }, here, t }: LineProps) {
  return (
    <span className={styles.line} data-mark={mark} data-here={here || undefined}>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[mark]}
      </span>
      {mark !== 'same' && <span className="visually-hidden">{t(mark)}: </span>}
      {text}
      {'\n'}
    </span>
  );
}

/** A run of changed lines: the places of its first line and of the line behind its last. */
export interface Change {
  readonly from: number;
  readonly to: number;
}

const holds = ({ from, to }: Change, place: number): boolean => place >= from && place < to;

/** The runs of changed lines; a first revision has none. */
export function changesOf(lines: ObjectView['lines']): readonly Change[] {
  if (lines.every(({ mark }) => mark !== 'same')) return [];
  const isChanged = (place: number): boolean => (lines[place]?.mark ?? 'same') !== 'same';
  return lines.flatMap((_, from) => {
    if (!isChanged(from) || isChanged(from - 1)) return [];
    const end = lines.findIndex((__, place) => place > from && !isChanged(place));
    return [{ from, to: end < 0 ? lines.length : end }];
  });
}

/** Lines that stay above one that is scrolled to, px. */
const ABOVE = 36;

/** Scrolls the box alone, to its top for the first line. */
function showLine(box: HTMLElement | null, place: number): void {
  const line = box?.querySelectorAll(`.${styles.line}`)[place];
  if (!box || !line) return;
  const below = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += below - ABOVE;
}
