/**
 * The inspector's tabs, in the order in which they stand: what it is doing, what it holds, why,
 * then the stories of single subsystems. To add one, make its folder and add a line. The one to
 * copy is `why`.
 */
import { lazy } from 'react';
import { processOf } from '../selected';
import type { Orrery } from '../stores';
import { managers } from './controllers/manager-processes';
import type { Focus, InspectorPanel } from './panel';
import { reconcilers } from './reconcile/reconcilers';

const MachinePanel = lazy(async () => ({
  default: (await import('./machine/machine-panel')).MachinePanel,
}));
const ClusterIpsPanel = lazy(async () => ({
  default: (await import('./cluster-ips/cluster-ips-panel')).ClusterIpsPanel,
}));
const NodePortsPanel = lazy(async () => ({
  default: (await import('./node-ports/node-ports-panel')).NodePortsPanel,
}));
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
const RequestPanel = lazy(async () => ({
  default: (await import('./request/request-panel')).RequestPanel,
}));
const HealthPanel = lazy(async () => ({
  default: (await import('./health/health-panel')).HealthPanel,
}));
const WatchCachePanel = lazy(async () => ({
  default: (await import('./watch-cache/watch-cache-panel')).WatchCachePanel,
}));
const InformersPanel = lazy(async () => ({
  default: (await import('./informers/informers-panel')).InformersPanel,
}));
const ControllersPanel = lazy(async () => ({
  default: (await import('./controllers/controllers-panel')).ControllersPanel,
}));
const JourneyPanel = lazy(async () => ({
  default: (await import('./journey/journey-panel')).JourneyPanel,
}));
const SourcePanel = lazy(async () => ({
  default: (await import('./source/source-panel')).SourcePanel,
}));

/** An opened trace has no scenario; of its processes only the store and kubectl are no servers. */
function apiServers({ session, index }: Orrery): readonly string[] {
  const { scenario, traceFile } = session.getState();
  if (traceFile !== undefined) {
    return index.processes.filter((process) => !/^(etcd|kubectl)/.test(process));
  }
  return (scenario?.spec.apiServers ?? []).map(({ name }) => name);
}

const isApiServer = (orrery: Orrery, process: string): boolean =>
  apiServers(orrery).includes(process);

const API_SERVERS: InspectorPanel['about'] = {
  what: { en: 'API servers', zh: ' API server' },
  processes: apiServers,
};

/** API servers hand out addresses and ports; etcd is where they write down which. */
function keepsRanges(orrery: Orrery, { process }: Focus): boolean {
  return process === undefined || process === 'etcd' || isApiServer(orrery, process);
}

const RANGES: InspectorPanel['about'] = {
  what: {
    en: 'API servers, which hand them out, and etcd, which keeps them',
    zh: '分配它们的 API server 和保存它们的 etcd',
  },
  processes: apiServers,
};

const WALK_KEYS: InspectorPanel['keys'] = [
  { keys: ['←', '→'], text: { en: 'Walk the repair pass', zh: '逐步查看修复' } },
  { keys: ['↑', '↓'], text: { en: 'Move on the grid', zh: '在网格上移动' } },
];

export const INSPECTOR_PANELS: readonly InspectorPanel[] = [
  {
    id: 'machine',
    title: { en: 'Machine', zh: '状态机' },
    applies: () => true,
    Component: MachinePanel,
    keys: [
      {
        keys: ['+', '−', '0'],
        text: { en: 'Zoom the chart, or show all of it', zh: '缩放状态图，或显示全图' },
      },
      { keys: ['←', '→', '↑', '↓'], text: { en: 'Move the chart', zh: '移动状态图' } },
    ],
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
    keys: [
      { keys: ['↑', '↓'], text: { en: 'Move over the keys', zh: '在键之间移动' } },
      { keys: ['←', '→'], text: { en: 'Shut or open a branch', zh: '收起或展开分支' } },
      { keys: ['Enter'], text: { en: 'Show the object', zh: '查看对象' } },
    ],
  },
  {
    id: 'why',
    title: { en: 'Why', zh: '为什么' },
    ofActor: true,
    applies: () => true,
    Component: WhyPanel,
  },
  {
    id: 'request',
    title: { en: 'Request', zh: '请求' },
    applies: () => true,
    Component: RequestPanel,
  },
  {
    id: 'reconcile',
    title: { en: 'Reconcile', zh: '调谐' },
    ofActor: true,
    applies: ({ index }, { process }) =>
      process === undefined || reconcilers(index).some((actor) => processOf(actor) === process),
    about: {
      what: {
        en: 'API servers, which keep the Endpoints of kubernetes',
        zh: '维护 kubernetes 的 Endpoints 的 API server',
      },
      processes: ({ index }) => [...new Set(reconcilers(index).map(processOf))],
    },
    Component: ReconcilePanel,
  },
  {
    id: 'health',
    title: { en: 'Hooks and health', zh: 'Hook 与健康' },
    ofActor: true,
    applies: (orrery, { process }) => process === undefined || isApiServer(orrery, process),
    about: API_SERVERS,
    Component: HealthPanel,
  },
  {
    id: 'cluster-ips',
    title: { en: 'Cluster IPs', zh: 'Cluster IP' },
    ofActor: true,
    applies: keepsRanges,
    about: RANGES,
    Component: ClusterIpsPanel,
    keys: WALK_KEYS,
  },
  {
    id: 'node-ports',
    title: { en: 'Node ports', zh: 'Node port' },
    ofActor: true,
    applies: keepsRanges,
    about: RANGES,
    Component: NodePortsPanel,
    keys: WALK_KEYS,
  },
  {
    id: 'watch-cache',
    title: { en: 'Watch cache', zh: 'Watch cache' },
    ofActor: true,
    applies: (orrery, { process }) => process === undefined || isApiServer(orrery, process),
    about: API_SERVERS,
    Component: WatchCachePanel,
  },
  {
    id: 'source',
    title: { en: 'Source', zh: '源码' },
    ofActor: true,
    applies: () => true,
    Component: SourcePanel,
  },
  {
    id: 'informers',
    title: { en: 'Informers', zh: 'Informer' },
    ofActor: true,
    applies: (_, { process }) => process !== 'etcd',
    about: {
      what: { en: 'those who watch an API server', zh: 'watch API server 的一方' },
      processes: (orrery) => [...apiServers(orrery), ...managers(orrery.index)],
    },
    Component: InformersPanel,
  },
  {
    id: 'controllers',
    title: { en: 'Controllers', zh: '控制器' },
    ofActor: true,
    applies: ({ index }, { process }) => {
      const all = managers(index);
      return process === undefined ? all.length > 0 : all.includes(process);
    },
    about: {
      what: { en: 'controller managers', zh: ' controller manager' },
      processes: ({ index }) => managers(index),
    },
    Component: ControllersPanel,
  },
  {
    id: 'journey',
    title: { en: 'Journey', zh: '行程' },
    applies: () => true,
    Component: JourneyPanel,
  },
];

export type { Focus, InspectorPanel, PanelProps } from './panel';
/** Not a tab: it has a place of its own. */
export { Stage } from './stage';
