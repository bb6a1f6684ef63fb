import { formatClock, formatCount, formatSpan, useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import { type Hop, type Pending, standingAt } from './hops';
import styles from './journey.module.css';
import { journeyTexts } from './texts';

export interface WayProps {
  readonly orrery: Orrery;
  readonly hops: readonly Hop[];
  readonly time: number;
  readonly go: (hop: Hop) => void;
  /** What came before the first hop. */
  readonly before?: Hop;
}

/** The hops of one way. */
export function Way({ orrery, hops, time, before, go }: WayProps) {
  const t = useTexts(orrery, journeyTexts);
  return (
    <table className={`${common.table} ${styles.times}`}>
      <thead>
        <tr>
          <th scope="col">{t('hop')}</th>
          <th scope="col">{t('at')}</th>
          <th scope="col">{t('took')}</th>
        </tr>
      </thead>
      <tbody>
        {hops.map((hop, place) => (
          <tr key={`${hop.seq}/${hop.kind}`} data-later={hop.at > time || undefined}>
            <th scope="row">
              <button type="button" className="text-button" onClick={() => go(hop)}>
                <HopText {...{ orrery, hop }} />
              </button>
            </th>
            <td>{formatClock(hop.at)}</td>
            <td>{took(hop, hops[place - 1] ?? before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const took = (hop: Hop, before: Hop | undefined): string =>
  before ? formatSpan(hop.at - before.at) : '';

function HopText({ orrery, hop }: Pick<WayProps, 'orrery'> & { readonly hop: Hop }) {
  const t = useTexts(orrery, journeyTexts);
  const { kind, what, count, delay } = hop;
  if (kind === 'more') return t('more', { count: formatCount(count ?? 0) });
  const beside = [
    kind === 'indexer' && count !== undefined && t('items', { count: formatCount(count) }),
    delay !== undefined && t('wait', { span: formatSpan(delay) }),
  ].filter(Boolean);
  return (
    <>
      {t(kind)}
      {what !== undefined && (
        <small className={styles.beside} translate="no">
          {' '}
          {what}
        </small>
      )}
      {beside.length > 0 && <small className={styles.beside}> {beside.join(' · ')}</small>}
    </>
  );
}

type Idleness = 'gone' | 'standby' | undefined;

interface StandingProps extends Pick<WayProps, 'orrery' | 'hops' | 'time'> {
  readonly pending: Pending | undefined;
  /** The process in which the way ends. */
  readonly process: string;
  /** State of the reflector. */
  readonly state?: string;
  /** The write; absent: the first hop. */
  readonly since?: Hop;
}

/** Where a way stands at the playhead, in a sentence. */
export function Standing({ orrery, hops, pending, process, time, ...rest }: StandingProps) {
  const t = useTexts(orrery, journeyTexts);
  const { state = '', since = hops[0] } = rest;
  const standing = standingAt(hops, pending, time);
  const hopName = (hop: Hop) => (hop.kind === 'more' ? t('request') : t(hop.kind));
  const idle = standing.kind === 'pending' ? idleness(orrery, process, time) : undefined;
  const unheard = (span: string): string =>
    state === '' ? t(idle ?? 'no-reflector') : t('unheard', { span, state });
  const text = () => {
    if (standing.kind === 'before') return t('before');
    const { last } = standing;
    const span = formatSpan(time - last.at);
    if (standing.kind === 'between') {
      const { next } = standing;
      const left = formatSpan(next.at - time);
      return t('between', { span, left, last: hopName(last), next: hopName(next) });
    }
    if (standing.kind === 'through') {
      return t('through', { last: hopName(last), span: formatSpan(last.at - since.at) });
    }
    const { kind, at = time } = standing.pending;
    if (kind === 'overtaken' && at <= time) return t('overtaken');
    if (idle === 'gone') return t('gone');
    if (kind === 'unheard' || kind === 'overtaken') return unheard(span);
    if (kind === 'waiting') return t('waiting', { span, left: formatSpan(Math.max(0, at - time)) });
    return t(kind, { span });
  };
  return (
    <span className={styles.said} data-stuck={isStuck(standing, idle, state) || undefined}>
      {text()}
    </span>
  );
}

/** Nothing that rightly does not listen is stuck. */
function isStuck(standing: ReturnType<typeof standingAt>, idle: Idleness, state: string): boolean {
  if (standing.kind !== 'pending' || idle === 'gone') return false;
  const { kind } = standing.pending;
  return kind !== 'overtaken' && (kind !== 'unheard' || state !== '');
}

/** Why nothing is to be expected of a process now, if so: then it is not stuck. */
function idleness({ index }: Orrery, process: string, time: number): Idleness {
  const phase = index.processPhaseAt(process, time)?.phase;
  if (phase === undefined || phase === 'exited') return 'gone';
  const standby = index.spanAt(`${process}/controller-manager`, time)?.state === 'standby';
  return standby ? 'standby' : undefined;
}
