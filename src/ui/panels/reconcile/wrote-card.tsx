import { useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import common from '../panels.module.css';
import { callLine } from './call-line';
import type { CardProps } from './read-card';
import styles from './reconcile.module.css';
import { ipFates } from './select';
import { reconcileTexts } from './texts';

const SIGNS = { kept: ' ', added: '+', removed: '−' } as const;
/** Where the objects of interest are stored; the lease's own key was told under "read". */
const LEASE_KEYS = '/registry/masterleases/';

/** What the round changed: its requests after the decision, and the addresses before and after. */
export function WroteCard({ orrery, view }: CardProps) {
  const t = useTexts(orrery, reconcileTexts);
  const { decision } = view.round;
  const calls = view.calls.filter(
    ({ request }) => decision !== undefined && request.seq > decision.seq && request.user !== '',
  );
  const writes = view.writes.filter(({ key }) => !key.startsWith(LEASE_KEYS));
  return (
    <section className={common.card}>
      <h3>{t('wrote')}</h3>
      {writes.length === 0 && decision?.action === 'none' && (
        <p className="dim">{t('wrote-nothing')}</p>
      )}
      <ul className={styles.calls}>
        {calls.map((call) => (
          <li key={call.request.seq}>
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
      {decision && decision.action !== 'none' && (
        <ul className={`${styles.fates} mono`}>
          {ipFates(decision).map(([ip, fate]) => (
            <li key={ip} data-fate={fate} title={t(fate)}>
              <span aria-hidden="true">{SIGNS[fate]} </span>- ip: {ip}
              <span className="visually-hidden"> {t(fate)}</span>
            </li>
          ))}
        </ul>
      )}
      {writes.map(({ key, seq }) => (
        <button
          key={seq}
          type="button"
          className={styles.written}
          title={t('show')}
          onClick={() => {
            orrery.selection.setState({ selected: { kind: 'object', key } });
            orrery.settings.setState({ inspectorTab: 'object' });
          }}
        >
          <code>{key}</code>
        </button>
      ))}
    </section>
  );
}
