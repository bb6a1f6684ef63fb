/**
 * What is filled in of a Pod, and of the template of one.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/v1/defaults.go (SetDefaults_Pod, SetDefaults_PodSpec,
 *             SetDefaults_Container, SetDefaults_Probe, SetDefaults_Volume,
 *             defaultHostNetworkPorts)
 * Simplified  nothing is filled in of the sources of volumes but their modes
 */
import type { KubeObject } from '../../../api/objects';

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const itemsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** Whether a field that is no pointer has Go's zero value, given or not. */
const isZero = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0);

/**
 * The fields with those that they lack.
 * @param values of them those that are no pointers: what is given as Go's zero value is not given
 */
export function withDefaults(
  fields: Fields,
  defaults: Fields,
  values: readonly string[] = [],
): Fields {
  const missing = Object.entries(defaults).filter(([name, value]) => {
    const given = fields[name];
    return value !== undefined && (values.includes(name) ? isZero(given) : given === undefined);
  });
  return missing.length === 0 ? fields : { ...fields, ...Object.fromEntries(missing) };
}

/** The fields with those of which none is a pointer. */
export const withValues = (fields: Fields, defaults: Fields): Fields =>
  withDefaults(fields, defaults, Object.keys(defaults));

/** The fields with one of them changed, where it is there. */
export function mapped(fields: Fields, name: string, change: (value: unknown) => unknown): Fields {
  return fields[name] === undefined ? fields : { ...fields, [name]: change(fields[name]) };
}

const each = (change: (item: Fields) => Fields) => (list: unknown) => itemsOf(list).map(change);

/** Source: v1.SecretVolumeSourceDefaultMode and its like, 0644. */
const DEFAULT_MODE = 420;

const PROBE = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };

const handler = (value: unknown): Fields =>
  mapped(fieldsOf(value), 'httpGet', (get) =>
    withValues(fieldsOf(get), { path: '/', scheme: 'HTTP' }),
  );

const probe = (value: unknown): Fields => {
  const service = (grpc: unknown) => withDefaults(fieldsOf(grpc), { service: '' });
  return handler(mapped(withValues(fieldsOf(value), PROBE), 'grpc', service));
};

const lifecycle = (value: unknown): Fields =>
  ['postStart', 'preStop'].reduce((fields, name) => mapped(fields, name, handler), fieldsOf(value));

/** Always for a moving tag. Source: SetDefaults_Container. */
function pullPolicy(image: unknown): string {
  const name = String(image ?? '').replace(/@.*$/, '');
  const tag = /:([^/:]+)$/.exec(name)?.[1] ?? (String(image).includes('@') ? '' : 'latest');
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

function container(given: Fields): Fields {
  const values = {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicy(given.image),
  };
  let fields = withDefaults(given, { resources: {}, ...values }, Object.keys(values));
  fields = mapped(
    fields,
    'ports',
    each((port) => withValues(port, { protocol: 'TCP' })),
  );
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    fields = mapped(fields, name, probe);
  }
  return mapped(fields, 'lifecycle', lifecycle);
}

const SOURCES = ['secret', 'configMap', 'downwardAPI', 'projected'];

function volume(given: Fields): Fields {
  const { name: _, ...sources } = given;
  if (Object.keys(sources).length === 0) return { ...given, emptyDir: {} };
  return SOURCES.reduce<Fields>(
    (fields, source) =>
      mapped(fields, source, (value) =>
        withDefaults(fieldsOf(value), { defaultMode: DEFAULT_MODE }),
      ),
    given,
  );
}

/** On the network of its host a port of a container is one of the host. */
function hostNetworkPorts(spec: Fields): Fields {
  if (spec.hostNetwork !== true) return spec;
  const port = (given: Fields) => withValues(given, { hostPort: given.containerPort });
  const item = (given: Fields) => mapped(given, 'ports', each(port));
  return ['initContainers', 'containers'].reduce<Fields>(
    (fields, name) => mapped(fields, name, each(item)),
    spec,
  );
}

/** Upstream: SetDefaults_PodSpec and what it holds. */
export function defaultPodSpec(value: unknown): Fields {
  let spec = fieldsOf(value);
  for (const name of ['initContainers', 'containers', 'ephemeralContainers']) {
    spec = mapped(spec, name, each(container));
  }
  spec = mapped(hostNetworkPorts(spec), 'volumes', each(volume));
  const defaults = {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  };
  return withDefaults(spec, defaults, ['restartPolicy', 'dnsPolicy', 'schedulerName']);
}

/** With its template's Pod spec filled in, which no template and no Pod of one is without. */
export function defaultTemplate(spec: Fields): Fields {
  const template = fieldsOf(spec.template);
  return { ...spec, template: { ...template, spec: defaultPodSpec(template.spec) } };
}

/** What has a limit and no request asks for that much. */
function requestsOfLimits(given: Fields): Fields {
  const resources = fieldsOf(given.resources);
  if (resources.limits === undefined) return given;
  const requests = withDefaults(fieldsOf(resources.requests), fieldsOf(resources.limits));
  return { ...given, resources: { ...resources, requests } };
}

export function defaultPod(object: KubeObject): KubeObject {
  let spec = withDefaults(fieldsOf(object.spec), { enableServiceLinks: true });
  for (const name of ['initContainers', 'containers']) {
    spec = mapped(spec, name, each(requestsOfLimits));
  }
  return { ...object, spec: defaultPodSpec(spec) };
}
