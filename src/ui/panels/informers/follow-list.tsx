import { formatSpan, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import type { Hop } from './follow';
import { informerTexts } from './texts';

export interface FollowListProps {
  readonly orrery: Orrery;
  readonly hops: readonly Hop[];
}

/** The hops of one change, each with how long after the first it came. */
export function FollowList({ orrery, hops }: FollowListProps) {
  const t = useTexts(orrery, informerTexts);
  const since = hops[0]?.at ?? 0;
  return (
    <table className={common.table}>
      <thead>
        <tr>
          <th scope="col">{t('hop')}</th>
          <th scope="col">{t('after')}</th>
          <th scope="col">{t('who')}</th>
        </tr>
      </thead>
      <tbody>
        {hops.map((hop) => (
          <tr key={hop.seq}>
            <th scope="row">
              <button
                type="button"
                className="text-button"
                onClick={() => goToRecord(orrery, hop.seq)}
              >
                {t(hop.kind)}
              </button>
            </th>
            <td>{formatSpan(hop.at - since)}</td>
            <td translate="no">{hop.actor}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
