import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Term } from '../../glosses/term';
import { formatClock, formatSpan, keepUnits, localText, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import { processOf } from '../../selected';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { Chart } from './chart';
import styles from './machine.module.css';
import { NoMachine } from './no-machine';
import { Overview } from './overview';
import { Parts } from './parts';
import { type MachineView, machineActor, selectActors, selectMachine } from './select';
import { machineTexts } from './texts';
import { Timers } from './timers';

export function MachinePanel({ orrery, time, focus, others = [] }: PanelProps) {
  if (focus.actor === undefined) return <Overview orrery={orrery} time={time} />;
  return <ActorMachine orrery={orrery} time={time} others={others} chosen={focus.actor} />;
}

interface ActorMachineProps extends Required<Pick<PanelProps, 'orrery' | 'time' | 'others'>> {
  readonly chosen: string;
}

function ActorMachine({ orrery, time, others, chosen }: ActorMachineProps) {
  const t = useTexts(orrery, machineTexts);
  const catalogue = useStore(orrery.session, (state) => state.catalogue);
  const language = useStore(orrery.settings, (state) => state.language);
  const { index } = orrery;
  const actor = machineActor(index, chosen);
  const process = processOf(actor);
  const view = selectMachine(index, catalogue, actor, time);
  const actors = selectActors(index, catalogue, process, time);
  return (
    <div className={`${common.panel} ${styles.panel}`}>
      <Title orrery={orrery} actor={actor} view={view} />
      <Parts orrery={orrery} process={process} actor={actor} rows={actors} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {view?.description && (
            <Chart orrery={orrery} view={view} description={view.description} t={t} />
          )}
          {view && !view.description && (
            <p className="dim">{t('unknown-machine', { machine: view.machine })}</p>
          )}
          {!view && <NoMachine {...{ orrery, time, others, actor }} hasParts={actors.length > 0} />}
        </div>
        <aside className={`${styles.side} scrolls-down`}>
          {view?.description && (
            <p className="dim">{localText(view.description.purpose, language)}</p>
          )}
          {view && <Now orrery={orrery} time={time} view={view} />}
          <Timers orrery={orrery} actor={view ? actor : process} time={time} />
          {view?.description && (
            <Simplified
              items={view.description.simplified.map((text) => localText(text, language))}
              title={t('simplified')}
            />
          )}
        </aside>
      </div>
    </div>
  );
}

/** The part of a process that is a candidate of an election. */
const ELECTION = '/leader-election';

interface TitleProps extends Pick<PanelProps, 'orrery'> {
  readonly actor: string;
  readonly view: MachineView | undefined;
}

function Title({ orrery, actor, view }: TitleProps) {
  const upstream = view?.description?.upstream;
  const source = [upstream?.symbol, upstream?.files[0]].filter(Boolean).join(' · ');
  return (
    <header className={`${common.title} ${styles.title}`}>
      <h2 translate="no">
        {actor.endsWith(ELECTION) ? (
          <>
            {`${actor.slice(0, -ELECTION.length)} / `}
            <Term orrery={orrery} of="leader election">
              {ELECTION.slice(1)}
            </Term>
          </>
        ) : (
          actor.replace('/', ' / ')
        )}
      </h2>
      {upstream && (
        <p
          className="mono dim"
          translate="no"
          title={[source, ...upstream.files.slice(1), upstream.version].join('\n')}
        >
          {source}
        </p>
      )}
    </header>
  );
}

/** State, last transition, and what could come next, as words. */
function Now({ orrery, time, view }: Pick<PanelProps, 'orrery' | 'time'> & { view: MachineView }) {
  const t = useTexts(orrery, machineTexts);
  const { current, since, last, next } = view;
  const ended = orrery.index.processPhaseAt(processOf(view.actor), time)?.phase === 'exited';
  const ways = useMemo(() => uniqueWays(next), [next]);
  return (
    <>
      <p className={styles.now}>
        {current !== undefined && since !== undefined
          ? keepUnits(t('in-state', { state: current, span: formatSpan(time - since) }))
          : t(ended ? 'ended' : 'never-began')}
      </p>
      {last && (
        <section>
          <h3>{t('last')}</h3>
          <button
            type="button"
            className="text-button mono"
            onClick={() => goToRecord(orrery, last.seq)}
          >
            <span className="dim">{formatClock(last.at)}</span> {t('last-line', last)}
          </button>
        </section>
      )}
      {current !== undefined && (
        <section>
          <h3>{t('next')}</h3>
          {ways.length === 0 && <p className="dim">{t('next-nothing')}</p>}
          <ul className={`${styles.ways} mono`} translate="no">
            {ways.map(({ event, target, guard }) => (
              <li key={`${event} ${target} ${guard}`}>
                {guard
                  ? t('next-guard', { event, guard, target })
                  : t('next-line', { event, target })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function uniqueWays(next: MachineView['next']): MachineView['next'] {
  const seen = new Set<string>();
  return next.filter(({ event, target, guard }) => {
    const key = `${event} ${target} ${guard ?? ''}`;
    return !seen.has(key) && seen.add(key);
  });
}

function Simplified({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.simplified}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
