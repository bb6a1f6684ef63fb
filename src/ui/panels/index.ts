/**
 * The inspector's tabs, in the order in which they stand: what it is doing, what it holds, why,
 * then the stories of single subsystems. To add one, make its folder and add a line. The one to
 * copy is `why`.
 */
import { lazy } from 'react';
import { MachinePanel } from './machine/machine-panel';
import type { InspectorPanel } from './panel';
import { reconcilers } from './reconcile/select';

const EtcdPanel = lazy(async () => ({
  default: (await import('./etcd/etcd-panel')).EtcdPanel,
}));
const ObjectPanel = lazy(async () => ({
  default: (await import('./object/object-panel')).ObjectPanel,
}));
const WhyPanel = lazy(async () => ({ default: (await import('./why/why-panel')).WhyPanel }));
const ReconcilePanel = lazy(async () => ({
  default: (await import('./reconcile/reconcile-panel')).ReconcilePanel,
}));
const HealthPanel = lazy(async () => ({
  default: (await import('./health/health-panel')).HealthPanel,
}));

export const INSPECTOR_PANELS: readonly InspectorPanel[] = [
  {
    id: 'machine',
    title: { en: 'Machine', zh: '状态机' },
    applies: () => true,
    Component: MachinePanel,
  },
  {
    id: 'object',
    title: { en: 'Object', zh: '对象' },
    applies: () => true,
    Component: ObjectPanel,
  },
  {
    id: 'etcd',
    title: { en: 'etcd', zh: 'etcd' },
    applies: () => true,
    Component: EtcdPanel,
  },
  {
    id: 'why',
    title: { en: 'Why', zh: '为什么' },
    applies: () => true,
    Component: WhyPanel,
  },
  {
    id: 'reconcile',
    title: { en: 'Reconcile', zh: '调谐' },
    applies: ({ index }, { process }) =>
      process === undefined || reconcilers(index).includes(`${process}/lease-reconciler`),
    Component: ReconcilePanel,
  },
  {
    id: 'health',
    title: { en: 'Hooks and health', zh: 'Hook 与健康' },
    applies: ({ session }, { process }) =>
      process === undefined ||
      (session.getState().scenario?.spec.apiServers ?? []).some(({ name }) => name === process),
    Component: HealthPanel,
  },
];

export type { Focus, InspectorPanel, PanelProps } from './panel';
/** Not a tab: it has a place of its own. */
export { Stage } from './stage';
