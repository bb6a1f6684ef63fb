import { useMemo } from 'react';
import { useTexts } from '../../i18n';
import { RangePanel } from '../../ranges/range-panel';
import type { PanelProps } from '../panel';
import { clusterIpRanges } from './select';
import { clusterIpsTexts } from './texts';

/** The addresses of Services: what is stored, and how a repair pass rebuilds it. */
export function ClusterIpsPanel(props: PanelProps) {
  const t = useTexts(props.orrery, clusterIpsTexts);
  const keys = props.orrery.trace.table.archive.keys();
  const kinds = useMemo(() => clusterIpRanges(keys), [keys]);
  return (
    <RangePanel
      {...props}
      title={t('title')}
      ranges={kinds.map((kind) => ({ kind, name: t(kind.name) }))}
      none={{ title: t('none'), text: t('none-text') }}
    />
  );
}
