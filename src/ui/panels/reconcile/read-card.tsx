import { Term } from '../../glosses/term';
import { formatClock, formatSpan, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import { answerLine, type Call, callLine } from './calls';
import styles from './reconcile.module.css';
import type { EndpointsRead, LeaseLine, RoundView } from './select';
import { reconcileTexts } from './texts';

export interface CardProps {
  readonly orrery: Orrery;
  readonly view: RoundView;
}

/** A lease renewed within this time before the decision counts as just renewed, µs. */
const FRESH_US = 500_000;

/** What the round asked for before it decided, and the leases as they were then. */
export function ReadCard({ orrery, view }: CardProps) {
  const t = useTexts(orrery, reconcileTexts);
  const { read, leases, kind } = view;
  const until = view.round.decision?.seq ?? Number.MAX_SAFE_INTEGER;
  const calls = view.calls.filter(({ request }) => request.seq < until);
  return (
    <section className={common.card}>
      <h3>{t('read')}</h3>
      <Own orrery={orrery} view={view} />
      {kind === 'lease' ? (
        <>
          <h4>
            <Term orrery={orrery} of="master lease">
              {t('master-leases')}
            </Term>
          </h4>
          {leases.length === 0 && <p className="dim">{t('no-leases')}</p>}
          <ul className={styles.leases}>
            {leases.map((lease) => (
              <Lease key={lease.ip} orrery={orrery} lease={lease} />
            ))}
          </ul>
        </>
      ) : (
        <p className="dim">{t('not-by-lease')}</p>
      )}
      {read && <Endpoints orrery={orrery} read={read} />}
      <details className={styles.all}>
        <summary>
          {calls.length === 1 ? t('all-calls-one') : t('all-calls', { count: calls.length })}
        </summary>
        <ul className={styles.calls}>
          {calls.map((call) => (
            <li key={call.request.seq}>
              <CallButton orrery={orrery} call={call} words={callLine(call, t('no-answer'))} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

export interface CallButtonProps extends Pick<CardProps, 'orrery'> {
  readonly call: Call;
  readonly words: string;
}

/** A call as text that leads to its request. */
export function CallButton({ orrery, call, words }: CallButtonProps) {
  return (
    <button
      type="button"
      className={`text-button mono ${styles.call}`}
      onClick={() => goToRecord(orrery, call.request.seq)}
    >
      <span translate="no">{words}</span>
    </button>
  );
}

/** What became of the lease of the server itself, which comes before anything else. */
function Own({ orrery, view: { ownLease } }: CardProps) {
  const t = useTexts(orrery, reconcileTexts);
  if (!ownLease) return null;
  const { action, key, ttl, call } = ownLease;
  const method = action === 'renewed' ? 'PUT' : 'DELETE';
  const asked = ttl === undefined ? '' : ` ${t('ttl', { seconds: ttl })}`;
  const words = `${method} ${key}${asked} → ${answerLine(call, t('no-answer'))}`;
  return (
    <div>
      <p>{t(call.response?.code === 200 ? `own-${action}` : 'own-failed')}</p>
      <CallButton orrery={orrery} call={call} words={words} />
    </div>
  );
}

function Lease({ orrery, lease }: Pick<CardProps, 'orrery'> & { readonly lease: LeaseLine }) {
  const t = useTexts(orrery, reconcileTexts);
  const { ip, leftUs, fullUs, gone, endedAt, forever, own } = lease;
  const words = (): string => {
    if (gone === 'expired') return t('lease-expired', { time: formatClock(endedAt ?? 0) });
    if (gone === 'removed') return t('lease-gone', { time: formatClock(endedAt ?? 0) });
    if (forever) return t('lease-none');
    if (own && fullUs - leftUs < FRESH_US) return t('lease-renewed');
    return t('lease-left', { span: formatSpan(leftUs) });
  };
  return (
    <li className={styles.lease} data-gone={gone} title={leftUs > 0 ? t('lease-scan') : undefined}>
      <code>{ip}</code>
      <meter min={0} max={fullUs} value={leftUs} aria-label={ip} />
      <span>{words()}</span>
    </li>
  );
}

function Endpoints({ orrery, read }: Pick<CardProps, 'orrery'> & { readonly read: EndpointsRead }) {
  const t = useTexts(orrery, reconcileTexts);
  const { call, name, missing, subsets, skipMirror } = read;
  const version = call.response?.resourceVersion ?? 0;
  return (
    <div className={styles.endpoints}>
      <h4>
        <CallButton
          orrery={orrery}
          call={call}
          words={
            missing ? t('endpoints-missing', { name }) : t('endpoints-read', { name, version })
          }
        />
      </h4>
      {!missing && (
        <ul className="mono">
          {subsets.length === 0 && <li>{t('no-subsets')}</li>}
          {subsets.map(({ addresses, notReady, ports }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a subset has no other identity
            <li key={place}>
              <code>
                {`subsets[${place}] ${addresses.join(' ')}`}
                {notReady.length > 0 && ` notReady ${notReady.join(' ')}`}
                {` · ${ports.join(', ')}`}
              </code>
            </li>
          ))}
          <li data-missing={skipMirror !== 'true' || undefined}>
            <code>skip-mirror: {skipMirror}</code>
            {skipMirror === undefined && t('label-missing')}
          </li>
        </ul>
      )}
    </div>
  );
}
