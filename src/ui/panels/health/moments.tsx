import { Term } from '../../glosses/term';
import { formatClock, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import styles from './health.module.css';
import { HookRows } from './hook-rows';
import { type LifeMoment, type ServerLife, STOP_SIGNALS } from './life';
import type { HealthView } from './select';
import { healthTexts } from './texts';

export interface MomentsProps {
  readonly orrery: Orrery;
  readonly life: ServerLife;
}

const STOPS: ReadonlySet<string> = new Set(STOP_SIGNALS);

/** The life so far in moments; a click goes there. */
export function Moments({ orrery, life }: MomentsProps) {
  const t = useTexts(orrery, healthTexts);
  const shown = life.moments.filter(({ name }) => !STOPS.has(name));
  if (shown.length === 0) return <p className="dim">{t('not-running')}</p>;
  return (
    <ol className={styles.moments}>
      {shown.map((moment) => (
        <Moment key={moment.name} orrery={orrery} moment={moment} />
      ))}
      {life.paused && <li className={styles.frozen}>SIGSTOP</li>}
    </ol>
  );
}

interface MomentProps extends Pick<MomentsProps, 'orrery'> {
  readonly moment: LifeMoment;
}

function Moment({ orrery, moment: { name, at, seq } }: MomentProps) {
  const t = useTexts(orrery, healthTexts);
  const words = {
    started: t('started-at'),
    listening: t('listening'),
    exited: t('exited'),
  } as const;
  const explained = {
    'READY=1': t('ready-text'),
    HasBeenReady: t('been-ready-text'),
    MuxAndDiscoveryComplete: t('mux-text'),
  } as const;
  return (
    <li>
      <button
        type="button"
        className={styles.moment}
        data-moment={name}
        title={name in explained ? explained[name as keyof typeof explained] : undefined}
        onClick={() => goToRecord(orrery, seq)}
      >
        <span translate={name in words ? undefined : 'no'}>
          {name in words ? words[name as keyof typeof words] : name}
        </span>
        <time className="mono">{formatClock(at)}</time>
      </button>
    </li>
  );
}

export interface TerminationProps {
  readonly orrery: Orrery;
  readonly view: HealthView;
  readonly time: number;
  /** The selected hook, as `type name`. */
  readonly selected: string | undefined;
}

/** Signals and pre-shutdown hooks of a server that is stopping or has stopped in order. */
export function Termination({ orrery, view, time, selected }: TerminationProps) {
  const t = useTexts(orrery, healthTexts);
  const fired = new Map(view.life.moments.map((moment) => [moment.name as string, moment]));
  if (!fired.has(STOP_SIGNALS[0])) return null;
  return (
    <section className={styles.part}>
      <h3>
        <Term orrery={orrery} of="graceful termination">
          {t('termination')}
        </Term>
      </h3>
      <ol className={styles.signals}>
        {STOP_SIGNALS.map((name) => {
          const moment = fired.get(name);
          return (
            <li key={name}>
              <button
                type="button"
                className={styles.signal}
                disabled={!moment}
                onClick={() => moment && goToRecord(orrery, moment.seq)}
              >
                <span aria-hidden="true">{moment ? '●' : '○'}</span>
                <span>{name}</span>
                <time className="mono">{moment ? formatClock(moment.at) : t('not-fired')}</time>
              </button>
            </li>
          );
        })}
      </ol>
      {view.preShutdown.length > 0 && (
        <>
          <h4>{t('pre-shutdown')}</h4>
          <HookRows {...{ orrery, time, selected }} hooks={view.preShutdown} />
        </>
      )}
    </section>
  );
}
