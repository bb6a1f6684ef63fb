import { useMemo } from 'react';
import { useTexts } from '../../i18n';
import { RangePanel } from '../../ranges/range-panel';
import type { PanelProps } from '../panel';
import { clusterIpRanges } from './select';
import { ServiceCidrList } from './service-cidr-list';
import { serviceCidrsAt } from './service-cidrs';
import { clusterIpsTexts } from './texts';

/** The addresses of Services: what is stored, and how a repair pass rebuilds it. */
export function ClusterIpsPanel(props: PanelProps) {
  const t = useTexts(props.orrery, clusterIpsTexts);
  const { table } = props.orrery.trace;
  const keys = table.archive.keys();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a range comes with a new key
  const ranges = useMemo(() => clusterIpRanges(table), [table, keys]);
  const now = table.lastAt(props.time);
  const lines = useMemo(() => serviceCidrsAt(table, now), [table, now]);
  const byObjects = ranges.some(({ kind: { allocator } }) => allocator === undefined);
  return (
    <RangePanel
      {...props}
      title={t('title')}
      ranges={ranges.map(({ kind, name }) => ({
        kind,
        name: 'key' in name ? t(name.key) : name.cidr,
      }))}
      none={{ title: t('none'), text: t(byObjects ? 'none-cidr' : 'none-text') }}
    >
      {lines.length > 0 && <ServiceCidrList orrery={props.orrery} lines={lines} />}
    </RangePanel>
  );
}
