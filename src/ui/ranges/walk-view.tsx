import { useMemo } from 'react';
import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import { ArcBetween } from './arc';
import { eventsOf } from './events';
import type { Geometry } from './geometry';
import { Legend } from './legend';
import { Claims, Events, Leaks } from './lists';
import type { CellMark } from './marks';
import { momentWords } from './moment-words';
import type { Owned } from './owners';
import type { RepairPass } from './passes';
import { RangeGrid } from './range-grid';
import styles from './ranges.module.css';
import type { RangeKind } from './stored-range';
import { rangeTexts } from './texts';
import { type Moment, stateAt } from './walk';

export interface WalkViewProps {
  readonly orrery: Orrery;
  readonly kind: RangeKind;
  readonly pass: RepairPass;
  readonly moments: readonly Moment[];
  readonly at: number;
  readonly onGo: (at: number) => void;
  readonly owners: ReadonlyMap<string, Owned> | undefined;
}

const NOBODY: ReadonlyMap<string, Owned> = new Map();

/** One moment of a repair pass: both grids, the Services, what is left over, the Events. */
export function WalkView(props: WalkViewProps) {
  const { orrery, kind, pass, moments, at, owners = NOBODY } = props;
  const t = useTexts(orrery, rangeTexts);
  const grids = useMemo(() => gridsOf(kind, pass), [kind, pass]);
  const state = useMemo(
    () => grids && stateAt(pass, moments[at], grids),
    [pass, moments, at, grids],
  );
  if (!grids || !state) return <p className="dim">{pass.configured}</p>;
  const { subject, sentence } = momentWords(t, pass, moments[at], state);
  const { stored, rebuilt } = grids;
  const same = stored?.text === rebuilt.text;
  const version = pass.stored.version;
  return (
    <>
      <p className={styles.say} aria-live="polite">
        {subject !== '' && <strong className="mono">{subject}</strong>}
        <span>{sentence}</span>
      </p>
      <div className={styles.body} data-walk>
        <ArcBetween of={state}>
          <WalkFigure
            {...{ orrery, owners }}
            title={t('stored')}
            about={version === '' ? t('stored-none') : t('stored-copy', { version })}
            geometry={stored}
            failure={t('stored-unreadable', { range: pass.stored.range })}
            marks={state.stored}
            alsoUsed={same ? state.rebuilt : undefined}
          />
          <WalkFigure
            {...{ orrery, owners }}
            title={t('rebuilt')}
            about={t('rebuilt-copy')}
            geometry={rebuilt}
            marks={state.rebuilt}
            alsoUsed={same ? state.stored : undefined}
            bare={same}
          />
          <Legend orrery={orrery} grids={[state.stored, state.rebuilt]} band={rebuilt.band > 0} />
        </ArcBetween>
        <Side {...props} />
      </div>
    </>
  );
}

/** The lists beside the grids; those that the step is about stand first. */
function Side(props: WalkViewProps) {
  const { orrery, pass, moments, at } = props;
  const t = useTexts(orrery, rangeTexts);
  const events = useMemo(() => eventsOf(orrery.index, pass), [orrery.index, pass]);
  const claims = <Claims key="claims" {...props} />;
  const leaks = <Leaks key="leaks" {...props} />;
  const complaints = <Events key="events" orrery={orrery} events={events} />;
  const { step } = moments[at];
  const rest = step === 'save' ? [complaints, claims] : [claims, complaints];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus
    <section className={styles.side} tabIndex={0} aria-label={t('claims')}>
      {[leaks, ...rest]}
    </section>
  );
}

function gridsOf(kind: RangeKind, { stored, configured }: RepairPass) {
  const rebuilt = kind.geometryOf(configured);
  return rebuilt && { stored: kind.geometryOf(stored.range || configured), rebuilt };
}

interface WalkFigureProps {
  readonly orrery: Orrery;
  readonly title: string;
  readonly about: string;
  readonly geometry: Geometry | undefined;
  /** Said where what is stored is no range. */
  readonly failure?: string;
  readonly marks: ReadonlyMap<number, CellMark>;
  readonly alsoUsed: ReadonlyMap<number, CellMark> | undefined;
  readonly bare?: boolean;
  readonly owners: ReadonlyMap<string, Owned>;
}

function WalkFigure(props: WalkFigureProps) {
  const { title, about, geometry, failure, ...rest } = props;
  return (
    <figure className={styles.figure}>
      <h3>{title}</h3>
      {geometry ? (
        <RangeGrid
          {...rest}
          label={`${title} ${geometry.text}`}
          about={<span title={about}>{about}</span>}
          geometry={geometry}
        />
      ) : (
        <p className="dim">{failure}</p>
      )}
    </figure>
  );
}
