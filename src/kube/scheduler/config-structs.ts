/**
 * The structs within the lists of a KubeSchedulerConfiguration, and the types of their fields.
 *
 * Upstream    kubernetes v1.25-v1.33 staging/src/k8s.io/kube-scheduler/config/v1/types.go
 */
import type { Structs } from '../component/config-fields';

const BEFORE = 'queueSort preFilter filter postFilter preScore score reserve permit preBind bind';
const setsOf = (names: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'PluginSet']));

export const SCHEDULER_STRUCTS: Structs = {
  KubeSchedulerProfile: {
    schedulerName: 'string',
    percentageOfNodesToScore: 'int32 1.26',
    plugins: 'Plugins',
    pluginConfig: '[]PluginConfig',
  },
  Plugins: { preEnqueue: 'PluginSet 1.26', ...setsOf(`${BEFORE} postBind multiPoint`) },
  PluginSet: { enabled: '[]Plugin', disabled: '[]Plugin' },
  Plugin: { name: 'string', weight: 'int32' },
  PluginConfig: { name: 'string', args: 'any' },
  Extender: {
    ...{ urlPrefix: 'string', filterVerb: 'string', preemptVerb: 'string' },
    ...{ prioritizeVerb: 'string', weight: 'int', bindVerb: 'string', enableHTTPS: 'bool' },
    ...{ tlsConfig: 'ExtenderTLSConfig', httpTimeout: 'duration', nodeCacheCapable: 'bool' },
    ...{ managedResources: '[]ExtenderManagedResource', ignorable: 'bool' },
  },
  ExtenderTLSConfig: {
    ...{ insecure: 'bool', serverName: 'string', certFile: 'string', keyFile: 'string' },
    ...{ caFile: 'string', certData: 'string', keyData: 'string', caData: 'string' },
  },
  ExtenderManagedResource: { name: 'string', ignoredByScheduler: 'bool' },
};
