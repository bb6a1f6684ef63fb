import { formatClock, formatSpan, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import { callLine } from './call-line';
import styles from './reconcile.module.css';
import type { LeaseLine, RoundView } from './select';
import { reconcileTexts } from './texts';

export interface CardProps {
  readonly orrery: Orrery;
  readonly view: RoundView;
}

/** A lease renewed within this time before the decision counts as just renewed, µs. */
const FRESH_US = 500_000;
const READING = new Set(['get', 'list', 'range', 'grant', 'keepalive']);

/** What the round asked for before it decided, and the leases as they were then. */
export function ReadCard({ orrery, view }: CardProps) {
  const t = useTexts(orrery, reconcileTexts);
  const until = view.round.decision?.seq ?? Number.MAX_SAFE_INTEGER;
  const calls = view.calls.filter(({ request }) => request.seq < until);
  return (
    <section className={common.card}>
      <h3>{t('read')}</h3>
      <ul className={styles.calls}>
        {calls.map((call) => (
          <li key={call.request.seq} data-reading={READING.has(call.request.verb) || undefined}>
            <button
              type="button"
              className="text-button mono"
              onClick={() => goToRecord(orrery, call.request.seq)}
            >
              {callLine(call, t('no-answer'))}
            </button>
          </li>
        ))}
      </ul>
      <h4>{t('master-leases')}</h4>
      {view.leases.length === 0 && <p className="dim">{t('no-leases')}</p>}
      <ul className={styles.leases}>
        {view.leases.map((lease) => (
          <Lease key={lease.ip} orrery={orrery} lease={lease} />
        ))}
      </ul>
    </section>
  );
}

function Lease({ orrery, lease }: Pick<CardProps, 'orrery'> & { readonly lease: LeaseLine }) {
  const t = useTexts(orrery, reconcileTexts);
  const { ip, leftUs, fullUs, gone, endedAt, own } = lease;
  const words = (): string => {
    if (gone) return t('lease-expired', { time: formatClock(endedAt ?? 0) });
    if (own && fullUs - leftUs < FRESH_US) return t('lease-renewed');
    return t('lease-left', { span: formatSpan(leftUs) });
  };
  return (
    <li className={styles.lease} data-gone={gone || undefined}>
      <code>{ip}</code>
      <meter min={0} max={fullUs} value={leftUs} aria-label={ip} />
      <span>{words()}</span>
    </li>
  );
}
