/** An object's lines at one revision, marked against the one before, with ways to its changes. */
import { useEffect, useRef } from 'react';
import { formatClock, useTexts } from '../../i18n';
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
  const changes = current ? startsOfChanges(lines) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision, other changes
  useEffect(() => showLine(box.current, changes[0]), [key, current?.seq]);
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
  return (
    <>
      {view.current.deleted && <p className={styles.deleted}>{t('deleted')}</p>}
      {changes.length > 1 && (
        <button
          type="button"
          className={`text-button ${styles.nextChange}`}
          onClick={() => showLine(box.current, nextChange(box.current, changes))}
        >
          {t('next-change', { count: changes.length })}
        </button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus */}
      <section ref={box} className={styles.yaml} tabIndex={0} aria-label={t('yaml')}>
        <pre>
          {view.lines.map(({ text, mark }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <span key={place} className={styles.line} data-mark={mark}>
              <span className={styles.sign} aria-hidden="true">
                {SIGNS[mark]}
              </span>
              {mark !== 'same' && <span className="visually-hidden">{t(mark)}: </span>}
              {text}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </>
  );
}

/** Places of the lines with which runs of changed lines begin; a first revision has none. */
export function startsOfChanges(lines: ObjectView['lines']): readonly number[] {
  if (lines.every(({ mark }) => mark !== 'same')) return [];
  return lines.flatMap(({ mark }, place) =>
    mark !== 'same' && (lines[place - 1]?.mark ?? 'same') === 'same' ? [place] : [],
  );
}

/** Lines that stay above one that is scrolled to, px. */
const ABOVE = 36;

const lineAt = (box: HTMLElement, place: number): HTMLElement =>
  box.querySelectorAll<HTMLElement>(`.${styles.line}`)[place];

/** Where a line stands under the upper edge of the box, px. */
const below = (box: HTMLElement, place: number): number =>
  lineAt(box, place).getBoundingClientRect().top - box.getBoundingClientRect().top;

/** Scrolls the box alone. */
function showLine(box: HTMLElement | null, place: number | undefined): void {
  if (!box || place === undefined) return;
  box.scrollTop += below(box, place) - ABOVE;
}

/** The first change further down than where the last one was put; behind the last the first. */
function nextChange(box: HTMLElement | null, changes: readonly number[]): number | undefined {
  if (!box) return undefined;
  const end = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
  const next = changes.find((place) => below(box, place) > ABOVE + 1);
  return end ? changes[0] : (next ?? changes[0]);
}
