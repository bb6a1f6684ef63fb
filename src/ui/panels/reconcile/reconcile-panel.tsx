import { useEffect, useMemo, useRef, useState } from 'react';
import type { SimTime } from '#base';
import type { TraceIndex } from '#trace';
import { Term } from '../../glosses/term';
import { formatClock, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import { processOf } from '../../selected';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { DecidedCard } from './decided-card';
import { ReadCard } from './read-card';
import styles from './reconcile.module.css';
import { reconcilers } from './reconcilers';
import { type Round, roundInQuestion, selectRounds } from './rounds';
import { selectRound } from './select';
import { reconcileTexts } from './texts';
import { WroteCard } from './wrote-card';

export function ReconcilePanel({ orrery, time, focus }: PanelProps) {
  const [chosenServer, setChosenServer] = useState<string>();
  const { index } = orrery;
  const all = reconcilers(index);
  const wanted = focus.process ?? chosenServer;
  const actor = all.find((path) => processOf(path) === wanted) ?? latest(all, index, time);
  const rounds = actor === undefined ? [] : selectRounds(index, actor, time);
  const round = roundInQuestion(rounds, focus.seq);
  if (actor === undefined || round === undefined) return <NoRound orrery={orrery} />;
  return (
    <RoundCards {...{ orrery, all, actor, rounds, round, focus }} onChoose={setChosenServer} />
  );
}

interface RoundCardsProps extends Pick<PanelProps, 'orrery' | 'focus'> {
  readonly all: readonly string[];
  readonly actor: string;
  readonly rounds: readonly Round[];
  readonly round: Round;
  readonly onChoose: (server: string) => void;
}

function RoundCards({ orrery, focus, all, actor, rounds, round, onChoose }: RoundCardsProps) {
  const t = useTexts(orrery, reconcileTexts);
  const { index } = orrery;
  const { first, last } = round;
  // Time goes on all the while; a round is told anew only when it has got further.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rounds are made anew each time
  const view = useMemo(() => selectRound(index, actor, round), [index, actor, first, last]);
  const timer = view.timer === undefined ? undefined : index.table.recordOf(view.timer, 'timer');
  return (
    <div className={styles.panel}>
      <header className={common.title}>
        <h2>
          <Term orrery={orrery} of="endpoints">
            {t('title')}
          </Term>
        </h2>
        <p className="mono dim">
          <span translate="no">{`${actor.replace('/', ' / ')} · ${formatClock(round.at)}`}</span>
          {round.removal && ` · ${t('removal')}`}
          {timer && ` · ${t('caused-by', { timer: timer.name, time: formatClock(timer.t) })}`}
        </p>
      </header>
      <div className={styles.choice}>
        {focus.process === undefined && all.length > 1 && (
          <Servers all={all} actor={actor} label={t('server')} onChoose={onChoose} />
        )}
        <Rounds orrery={orrery} rounds={rounds} chosen={round} label={t('rounds')} />
      </div>
      <div className={styles.cards}>
        <ReadCard orrery={orrery} view={view} />
        <DecidedCard orrery={orrery} view={view} />
        <WroteCard orrery={orrery} view={view} />
      </div>
    </div>
  );
}

function NoRound({ orrery }: Pick<PanelProps, 'orrery'>) {
  const t = useTexts(orrery, reconcileTexts);
  return (
    <div className={common.emptyState}>
      <strong>{t('none')}</strong>
      <p className="dim">{t('none-text')}</p>
      <p className="dim">{t('none-type')}</p>
    </div>
  );
}

/** The reconciler whose newest round is the newest of all. */
function latest(all: readonly string[], index: TraceIndex, time: SimTime): string | undefined {
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

/** Every round as a chip, oldest first; brass for the one shown, bold for those that wrote. */
function Rounds({ orrery, rounds, chosen, label }: RoundsProps) {
  const list = useRef<HTMLOListElement>(null);
  const { first: shown } = chosen;
  useEffect(() => {
    const chip = list.current?.querySelector(`[data-round="${shown}"]`);
    chip?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  return (
    <nav className={styles.rounds} aria-label={label}>
      <ol ref={list} className="scrolls-sideways">
        {rounds.map(({ first, at, decision, over }) => (
          <li key={first}>
            <button
              type="button"
              className={`${styles.chip} mono`}
              data-round={first}
              aria-current={first === shown}
              data-action={decision?.action ?? (over ? 'failed' : 'going-on')}
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
