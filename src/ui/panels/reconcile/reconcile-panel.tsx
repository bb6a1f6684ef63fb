import { useState } from 'react';
import { formatClock, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import { processOf } from '../../selected';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { DecidedCard } from './decided-card';
import { ReadCard } from './read-card';
import styles from './reconcile.module.css';
import { type Round, reconcilers, selectRound, selectRounds } from './select';
import { reconcileTexts } from './texts';
import { WroteCard } from './wrote-card';

export function ReconcilePanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, reconcileTexts);
  const [chosenServer, setChosenServer] = useState<string>();
  const { index } = orrery;
  const all = reconcilers(index);
  const wanted = focus.process ?? chosenServer;
  const actor = all.find((path) => processOf(path) === wanted) ?? latest(all, index, time);
  const rounds = actor === undefined ? [] : selectRounds(index, actor, time);
  const round = roundInQuestion(rounds, focus.seq);
  if (actor === undefined || round === undefined) {
    return (
      <div className={common.emptyState}>
        <strong>{t('none')}</strong>
        <p className="dim">{t('none-text')}</p>
      </div>
    );
  }
  const view = selectRound(index, actor, round);
  const timer = view.timer === undefined ? undefined : index.table.recordOf(view.timer, 'timer');
  return (
    <div className={common.panel}>
      <header className={common.title}>
        <h2>{t('title')}</h2>
        <p className="mono dim">
          {`${actor.replace('/', ' / ')} · ${formatClock(round.at)}`}
          {timer && ` · ${t('caused-by', { timer: timer.name, time: formatClock(timer.t) })}`}
        </p>
      </header>
      {focus.process === undefined && (
        <Servers all={all} actor={actor} label={t('server')} onChoose={setChosenServer} />
      )}
      <div className={styles.cards}>
        <ReadCard orrery={orrery} view={view} />
        <DecidedCard orrery={orrery} view={view} />
        <WroteCard orrery={orrery} view={view} />
      </div>
      <Rounds orrery={orrery} rounds={rounds} chosen={round} label={t('rounds')} />
    </div>
  );
}

/** The reconciler whose newest round is the newest of all. */
function latest(
  all: readonly string[],
  index: PanelProps['orrery']['index'],
  time: PanelProps['time'],
): string | undefined {
  let best: string | undefined;
  let bestSeq = -1;
  for (const actor of all) {
    const first = selectRounds(index, actor, time).at(-1)?.first ?? -1;
    if (first > bestSeq || best === undefined) {
      best = actor;
      bestSeq = first;
    }
  }
  return best;
}

/** The round that holds the selected record, else the newest. */
function roundInQuestion(rounds: readonly Round[], seq: number | undefined): Round | undefined {
  const holding = rounds.find(
    ({ first, last }) => seq !== undefined && first <= seq && seq <= last,
  );
  return holding ?? rounds.at(-1);
}

interface ServersProps {
  readonly all: readonly string[];
  readonly actor: string;
  readonly label: string;
  readonly onChoose: (server: string) => void;
}

function Servers({ all, actor, label, onChoose }: ServersProps) {
  return (
    <fieldset className={styles.servers} aria-label={label}>
      {all.map((path) => (
        <button
          key={path}
          type="button"
          className={styles.chip}
          aria-pressed={path === actor}
          onClick={() => onChoose(processOf(path))}
        >
          {processOf(path)}
        </button>
      ))}
    </fieldset>
  );
}

interface RoundsProps extends Pick<PanelProps, 'orrery'> {
  readonly rounds: readonly Round[];
  readonly chosen: Round;
  readonly label: string;
}

/** Every round as a chip; brass for the one shown, filled for those that wrote. */
function Rounds({ orrery, rounds, chosen, label }: RoundsProps) {
  return (
    <nav className={styles.rounds} aria-label={label}>
      <h3>{label}</h3>
      <ol>
        {rounds.map(({ first, at, decision }) => (
          <li key={first}>
            <button
              type="button"
              className={`${styles.chip} mono`}
              aria-current={first === chosen.first}
              data-action={decision?.action ?? 'failed'}
              onClick={() => goToRecord(orrery, decision?.seq ?? first)}
            >
              {formatClock(at)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
