import { formatClock, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import styles from './cluster-ips.module.css';
import type { CidrCondition, ServiceCidrLine } from './service-cidrs';
import { clusterIpsTexts } from './texts';

export interface ServiceCidrListProps {
  readonly orrery: Orrery;
  readonly lines: readonly ServiceCidrLine[];
}

/** Each ServiceCIDR with the conditions of its status; a click goes to the write. */
export function ServiceCidrList({ orrery, lines }: ServiceCidrListProps) {
  const t = useTexts(orrery, clusterIpsTexts);
  return (
    <ul className={styles.cidrs} aria-label={t('cidrs')}>
      {lines.map(({ name, cidrs, seq, terminating, conditions }) => (
        <li key={name} className={styles.cidr}>
          <button
            type="button"
            className="text-button"
            title={t('to-create')}
            onClick={() => goToRecord(orrery, seq)}
          >
            <code>ServiceCIDR {name}</code>
          </button>
          <code className="dim">{cidrs.join(', ')}</code>
          {terminating && <span className={styles.bad}>{t('terminating')}</span>}
          {conditions.length === 0 && <span className="dim">{t('no-condition')}</span>}
          {conditions.map((condition) => (
            <Condition key={condition.type} orrery={orrery} condition={condition} />
          ))}
        </li>
      ))}
    </ul>
  );
}

interface ConditionProps {
  readonly orrery: Orrery;
  readonly condition: CidrCondition;
}

/** Kubernetes' own words, then since when they stand. */
function Condition({ orrery, condition }: ConditionProps) {
  const t = useTexts(orrery, clusterIpsTexts);
  const { type, status, reason, message, seq, at } = condition;
  return (
    <>
      <code className={status === 'True' ? styles.good : styles.bad}>
        {type}={status}
      </code>
      <span className="dim" translate="no">
        {[reason, message].filter((text) => text !== '').join(': ')}
      </span>
      <button type="button" className="text-button dim" onClick={() => goToRecord(orrery, seq)}>
        {t('since', { time: formatClock(at) })}
      </button>
    </>
  );
}
