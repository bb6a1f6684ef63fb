/**
 * The objects that the verbs under `create` make; those that run containers stand apart.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/create (create_namespace.go,
 *             create_service.go, create_configmap.go, create_secret.go,
 *             create_serviceaccount.go, create_priorityclass.go, create_quota.go)
 */
import { isConfigMapKey } from '#base';
import { cronJob, deployment, job } from './create-workloads';
import type { FlagValues } from './flags';
import { failing } from './refusal';

export interface CreateInput {
  readonly name: string;
  readonly namespace: string;
  readonly values: FlagValues;
  /** What stands after `--`. */
  readonly command: readonly string[];
}

export type NewObject = Readonly<Record<string, unknown>>;
export type Maker = (input: CreateInput) => NewObject;

const listOf = (values: FlagValues, name: string): readonly string[] =>
  (values.get(name) ?? []).flatMap((text) => text.split(','));
const textOf = (values: FlagValues, name: string): string => values.get(name)?.at(-1) ?? '';

function portNumber(text: string): number {
  const fault = (why: string) =>
    failing(`strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^\d+$/.test(text)) throw fault('invalid syntax');
  const port = Number(text);
  if (port > 65_535) throw fault('value out of range');
  return port;
}

/** `80:8080` and `80`. Upstream: parsePorts. */
function servicePort(text: string, nodePort: number): NewObject {
  const [first, target] = text.split(':');
  const port = portNumber(first);
  const targetPort = target === undefined ? port : /^\d+$/.test(target) ? Number(target) : target;
  const ports = {
    name: text.replaceAll(':', '-'),
    port,
    protocol: 'TCP',
    targetPort,
  };
  return nodePort === 0 ? ports : { ...ports, nodePort };
}

const service =
  (type: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName'): Maker =>
  ({ name, namespace, values }) => {
    const tcp = listOf(values, 'tcp');
    const clusterIP = textOf(values, 'clusterip');
    if (clusterIP !== 'None' && tcp.length === 0 && type !== 'ExternalName') {
      throw failing('at least one tcp port specifier must be provided');
    }
    const nodePort = Number(textOf(values, 'node-port') || 0);
    const externalName = textOf(values, 'external-name');
    const labels = { app: name };
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace, labels },
      spec: {
        type,
        selector: labels,
        ...(tcp.length === 0 ? {} : { ports: tcp.map((text) => servicePort(text, nodePort)) }),
        ...(clusterIP === '' ? {} : { clusterIP }),
        ...(externalName === '' ? {} : { externalName }),
      },
    };
  };

/** How a verb words what is wrong with a key. */
interface KeyWords {
  invalid(key: string, faults: readonly string[]): string;
  /** Why it cannot be added again. */
  already(key: string): string;
}

/** Upstream: util.ParseLiteralSource, and the checks of the keys, which both verbs have. */
function literalsOf(values: FlagValues, words: KeyWords): Map<string, string> {
  const data = new Map<string, string>();
  for (const literal of values.get('from-literal') ?? []) {
    const equals = literal.indexOf('=');
    if (equals < 1) throw failing(`invalid literal source ${literal}, expected key=value`);
    const key = literal.slice(0, equals);
    const faults = isConfigMapKey(key);
    if (faults.length > 0) throw failing(words.invalid(JSON.stringify(key), faults));
    if (data.has(key)) throw failing(`cannot add key ${words.already(key)}`);
    data.set(key, literal.slice(equals + 1));
  }
  return data;
}

const AGAIN = 'another key by that name already exists';

const configMap: Maker = ({ name, namespace, values }) => {
  const data = literalsOf(values, {
    invalid: (key, faults) => `${key} is not a valid key name for a ConfigMap: ${faults.join(',')}`,
    already: (key) => `${JSON.stringify(key)}, ${AGAIN} in Data for ConfigMap "${name}"`,
  });
  const metadata = { name, namespace };
  const filled = data.size === 0 ? {} : { data: Object.fromEntries(data) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...filled };
};

const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const secret: Maker = ({ name, namespace, values }) => {
  const words: KeyWords = {
    invalid: (key, faults) => `${key} is not valid key name for a Secret ${faults.join(';')}`,
    already: (key) => `${key}, ${AGAIN}`,
  };
  const data = [...literalsOf(values, words)];
  const type = textOf(values, 'type');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    ...(data.length === 0
      ? {}
      : { data: Object.fromEntries(data.map(([key, text]) => [key, base64(text)])) }),
    ...(type === '' ? {} : { type }),
  };
};

const serviceAccount: Maker = ({ name, namespace }) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace },
});

const priorityClass: Maker = ({ name, values }) => {
  const description = textOf(values, 'description');
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value: Number(textOf(values, 'value') || 0),
    ...(textOf(values, 'global-default') === 'true' ? { globalDefault: true } : {}),
    ...(description === '' ? {} : { description }),
    preemptionPolicy: textOf(values, 'preemption-policy') || 'PreemptLowerPriority',
  };
};

const quota: Maker = ({ name, namespace, values }) => {
  const hard = listOf(values, 'hard').filter((text) => text !== '');
  const scopes = listOf(values, 'scopes').filter((text) => text !== '');
  const pairs = hard.map((text) => {
    const parts = text.split('=');
    if (parts.length === 2) return parts;
    throw failing(`Invalid argument syntax ${text}, expected <resource>=<value>`);
  });
  const spec = {
    ...(pairs.length === 0 ? {} : { hard: Object.fromEntries(pairs) }),
    ...(scopes.length === 0 ? {} : { scopes }),
  };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name, namespace }, spec };
};

/** By the words after `create`. */
export const CREATE_MAKERS: Readonly<Record<string, Maker>> = {
  namespace: ({ name }) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  }),
  'service clusterip': service('ClusterIP'),
  'service nodeport': service('NodePort'),
  'service loadbalancer': service('LoadBalancer'),
  'service externalname': service('ExternalName'),
  configmap: configMap,
  'secret generic': secret,
  serviceaccount: serviceAccount,
  priorityclass: priorityClass,
  quota,
  deployment,
  job,
  cronjob: cronJob,
};
