import { useStore } from 'zustand';
import type { Seq } from '#trace';
import { formatClock } from '../i18n';
import { goToRecord } from '../playback';
import { processOf } from '../selected';
import type { Orrery } from '../stores';
import { componentColour } from '../theme/component-colour';
import { causeSentenceOf, sentenceOf } from '../why/sentences';
import styles from './panels.module.css';

export interface RecordLineProps {
  readonly orrery: Orrery;
  readonly seq: Seq;
  readonly current?: boolean;
  /** It is shown as the cause of another record. */
  readonly asCause?: boolean;
}

/**
 * One record as a sentence with its time. A click goes to it; pointing at it lights it everywhere.
 */
export function RecordLine({ orrery, seq, current, asCause }: RecordLineProps) {
  const language = useStore(orrery.settings, (state) => state.language);
  const pseudo = useStore(orrery.settings, (state) => state.pseudo);
  const { table } = orrery.trace;
  const write = asCause ? causeSentenceOf : sentenceOf;
  const hover = (hovered: Seq | undefined) => () => orrery.selection.setState({ hovered });
  return (
    <button
      type="button"
      className={styles.record}
      data-kind={table.kindOf(seq)}
      data-colour={componentColour(processOf(table.actorOf(seq)))}
      aria-current={current}
      onClick={() => goToRecord(orrery, seq)}
      onPointerEnter={hover(seq)}
      onPointerLeave={hover(undefined)}
      onFocus={hover(seq)}
      onBlur={hover(undefined)}
    >
      <time className="mono">{formatClock(table.timeOf(seq))}</time>
      <span>{write(table, seq, { language, pseudo })}</span>
    </button>
  );
}
