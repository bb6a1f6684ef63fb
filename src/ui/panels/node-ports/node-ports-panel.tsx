import { useStore } from 'zustand';
import { useTexts } from '../../i18n';
import { RangePanel } from '../../ranges/range-panel';
import type { PanelProps } from '../panel';
import { useServerSwitch } from '../server-switch';
import { nodePortRange, serversApart } from './select';
import { nodePortsTexts } from './texts';

/**
 * The node ports of Services: what is stored, and how a repair pass rebuilds it. Whether lower
 * ports are kept back is each server's own matter, so where they differ one of them is chosen.
 */
export function NodePortsPanel(props: PanelProps) {
  const { orrery, focus } = props;
  const t = useTexts(orrery, nodePortsTexts);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  const apart = serversApart(scenario);
  const process = apart.find((name) => name === focus.process);
  const { server, buttons } = useServerSwitch({ orrery, focus: { ...focus, process } }, apart);
  return (
    <RangePanel
      {...props}
      title={t('title')}
      ranges={[{ kind: nodePortRange(scenario, server), name: t('range') }]}
      none={{ title: t('none'), text: t('none-text') }}
    >
      {buttons}
    </RangePanel>
  );
}
