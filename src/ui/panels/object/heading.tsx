/** Which object the tab shows, at which revision, who wrote it, and the ways on from there. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { commandOf, keyLabel } from '../../commands';
import { Term } from '../../glosses/term';
import { formatClock, formatCount, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import { KeyName } from './key-name';
import styles from './object.module.css';
import type { ObjectView } from './select';
import { objectTexts } from './texts';
import { walkRevisions } from './walk-revisions';

interface HeadingProps {
  readonly orrery: Orrery;
  readonly view: ObjectView;
  /** Which revision is shown, from 0; -1 before the first. */
  readonly place: number;
  readonly count: number;
}

export function Heading({ orrery, view, place, count }: HeadingProps) {
  const { current } = view;
  return (
    <header className={common.title}>
      <h2 className={styles.key} aria-label={view.key} translate="no">
        <KeyName name={view.key} />
      </h2>
      <Walk {...{ orrery, place, count }} />
      {current && <Written orrery={orrery} current={current} />}
    </header>
  );
}

/** Revision by revision: also where there is no room for their list. */
function Walk({ orrery, place, count }: Omit<HeadingProps, 'view'>) {
  const t = useTexts(orrery, objectTexts);
  const walk = (direction: 1 | -1) => {
    const way = direction > 0 ? 'next' : 'previous';
    const key = keyLabel(commandOf(`${way}-revision`).keys[0]);
    const label = t(way, { key });
    const Icon = direction > 0 ? ChevronRight : ChevronLeft;
    return (
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        disabled={direction > 0 ? place + 1 >= count : place <= 0}
        onClick={() => walkRevisions(orrery, direction)}
      >
        <Icon size={14} aria-hidden="true" />
      </button>
    );
  };
  return (
    <fieldset className={styles.walks} aria-label={t('revisions')}>
      {walk(-1)}
      <span className="mono">
        {t('place', { place: formatCount(place + 1), count: formatCount(count) })}
      </span>
      {walk(1)}
    </fieldset>
  );
}

interface WrittenProps {
  readonly orrery: Orrery;
  readonly current: NonNullable<ObjectView['current']>;
}

function Written({ orrery, current }: WrittenProps) {
  const t = useTexts(orrery, objectTexts);
  return (
    <p>
      <span className="mono">
        <Term orrery={orrery} of="resourceVersion">
          {t('revision', { revision: current.revision })}
        </Term>
      </span>
      {' · '}
      <span className="dim">
        {current.writer
          ? t('written-by', { writer: current.writer, time: formatClock(current.at) })
          : t('written-at', { time: formatClock(current.at) })}
      </span>{' '}
      <button
        type="button"
        className={`text-button ${styles.why}`}
        onClick={() => {
          goToRecord(orrery, current.seq);
          orrery.settings.setState({ inspectorTab: 'why' });
        }}
      >
        {t('why-written')}
      </button>{' '}
      <button
        type="button"
        className={`text-button ${styles.why}`}
        onClick={() => {
          // The playhead stays: where it stands now is the question.
          orrery.selection.setState({ selected: { kind: 'record', seq: current.seq } });
          orrery.settings.setState({ inspectorTab: 'journey' });
        }}
      >
        {t('follow')}
      </button>
    </p>
  );
}
