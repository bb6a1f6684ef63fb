import { useStore } from 'zustand';
import { useTexts } from '../../i18n';
import { RangePanel } from '../../ranges/range-panel';
import type { PanelProps } from '../panel';
import { nodePortRange } from './select';
import { nodePortsTexts } from './texts';

/** The node ports of Services: what is stored, and how a repair pass rebuilds it. */
export function NodePortsPanel(props: PanelProps) {
  const t = useTexts(props.orrery, nodePortsTexts);
  const scenario = useStore(props.orrery.session, (state) => state.scenario);
  return (
    <RangePanel
      {...props}
      title={t('title')}
      ranges={[{ kind: nodePortRange(scenario), name: t('range') }]}
      none={{ title: t('none'), text: t('none-text') }}
    />
  );
}
