/**
 * The objects that `create namespace`, `create service` and `create configmap` make.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/create (create_namespace.go,
 *             create_service.go, create_configmap.go)
 */
import type { FlagValues } from './flags';
import { failing } from './refusal';

export interface CreateInput {
  readonly name: string;
  readonly namespace: string;
  readonly values: FlagValues;
}

export type NewObject = Readonly<Record<string, unknown>>;
type Maker = (input: CreateInput) => NewObject;

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

const configMap: Maker = ({ name, namespace, values }) => {
  const data = new Map<string, string>();
  for (const literal of values.get('from-literal') ?? []) {
    const equals = literal.indexOf('=');
    if (equals < 1) throw failing(`invalid literal source ${literal}, expected key=value`);
    const key = literal.slice(0, equals);
    if (data.has(key)) {
      const quoted = JSON.stringify(key);
      const already = `another key by that name already exists in Data for ConfigMap "${name}"`;
      throw failing(`cannot add key ${quoted}, ${already}`);
    }
    data.set(key, literal.slice(equals + 1));
  }
  const metadata = { name, namespace };
  const filled = data.size === 0 ? {} : { data: Object.fromEntries(data) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...filled };
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
};
