/**
 * Containers and volumes in a description.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/describe/describe.go
 *             (describeContainers, describeVolumes)
 * Simplified  variables from elsewhere are left out; of volumes the five usual sources
 */
import { at, isMap, type Json, listAt, textAt } from '#base';
import { numberAt, orNone, rfc1123 } from './describe-cells';

/** Those that begin a Pod, and then its own. */
export function containersOf(spec: Json, status: Json, space: string): readonly string[] {
  const init = listAt(spec, 'initContainers');
  const first = {
    title: 'Init Containers',
    space,
    states: listAt(status, 'initContainerStatuses'),
  };
  const then = { title: 'Containers', space, states: listAt(status, 'containerStatuses') };
  return [
    ...(init.length === 0 ? [] : containerLines(init, first)),
    ...containerLines(listAt(spec, 'containers'), then),
  ];
}

interface Listing {
  readonly title: string;
  readonly space: string;
  readonly states: readonly Json[];
}

function containerLines(containers: readonly Json[], { title, space, states }: Listing) {
  const none = containers.length === 0 ? ' <none>' : '';
  const indent = space === '' ? '' : ' ';
  const each = containers.flatMap((container) => {
    const state = states.find((found) => textAt(found, 'name') === textAt(container, 'name'));
    return [`  ${indent}${textAt(container, 'name')}:`, ...containerParts(container, state)];
  });
  return [`${space}${title}:${none}`, ...each];
}

function containerParts(container: Json, state: Json): readonly string[] {
  const ports = listAt(container, 'ports');
  const portLine = (title: string, field: string): string => {
    const all = ports.map(
      (port) => `${numberAt(port, field)}/${textAt(port, 'protocol') || 'TCP'}`,
    );
    return `    ${title}${all.length > 1 ? 's' : ''}:\t${orNone(all.join(', '))}`;
  };
  const list = (title: string, field: string): readonly string[] => {
    const all = listAt(container, field).flatMap((word) => String(word).split('\n'));
    return all.length === 0 ? [] : [`    ${title}:`, ...all.map((word) => `      ${word}`)];
  };
  const id = (title: string, field: string) =>
    state ? [`    ${title}:\t${textAt(state, field)}`] : [];
  return [
    ...id('Container ID', 'containerID'),
    `    Image:\t${textAt(container, 'image')}`,
    ...id('Image ID', 'imageID'),
    portLine('Port', 'containerPort'),
    portLine('Host Port', 'hostPort'),
    ...list('Command', 'command'),
    ...list('Args', 'args'),
    ...(state ? stateLines(state) : []),
    ...quantities('Limits', at(container, 'resources', 'limits')),
    ...quantities('Requests', at(container, 'resources', 'requests')),
    ...['liveness', 'readiness', 'startup'].flatMap((kind) => probeLines(container, kind)),
    ...variables(listAt(container, 'env')),
    ...mounts(listAt(container, 'volumeMounts')),
  ];
}

const NONE = '\t<none>';

function variables(env: readonly Json[]): readonly string[] {
  const lines = env
    .filter((each) => at(each, 'valueFrom') === undefined)
    .map((each) => `      ${textAt(each, 'name')}:\t${textAt(each, 'value')}`);
  return [`    Environment:${env.length === 0 ? NONE : ''}`, ...lines];
}

function mounts(all: readonly Json[]): readonly string[] {
  const lines = all.map((mount) => {
    const sub = textAt(mount, 'subPath');
    const flags = [at(mount, 'readOnly') === true ? 'ro' : 'rw', ...(sub ? [`path="${sub}"`] : [])];
    return `      ${textAt(mount, 'mountPath')} from ${textAt(mount, 'name')} (${flags.join(',')})`;
  });
  return [`    Mounts:${all.length === 0 ? NONE : ''}`, ...lines.sort()];
}

function quantities(title: string, map: Json): readonly string[] {
  const all = Object.entries(isMap(map) ? map : {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return all.length === 0
    ? []
    : [`    ${title}:`, ...all.map(([name, quantity]) => `      ${name}:\t${quantity}`)];
}

/** Upstream: DescribeProbe. */
function probeLines(container: Json, kind: string): readonly string[] {
  const probe = at(container, `${kind}Probe`);
  if (!isMap(probe)) return [];
  const seconds = (title: string, field: string) => `${title}=${numberAt(probe, field)}s`;
  const attributes = [
    seconds('delay', 'initialDelaySeconds'),
    seconds('timeout', 'timeoutSeconds'),
    seconds('period', 'periodSeconds'),
    `#success=${numberAt(probe, 'successThreshold')}`,
    `#failure=${numberAt(probe, 'failureThreshold')}`,
  ].join(' ');
  const title = `${kind[0].toUpperCase()}${kind.slice(1)}`;
  return [`    ${title}:\t${probed(probe)} ${attributes}`];
}

function probed({ exec, httpGet, tcpSocket, grpc }: Readonly<Record<string, Json>>): string {
  if (exec) return `exec [${listAt(exec, 'command').join(' ')}]`;
  if (httpGet) {
    const host = `${textAt(httpGet, 'host')}:${textAt(httpGet, 'port')}`;
    const scheme = textAt(httpGet, 'scheme').toLowerCase() || 'http';
    return `http-get ${scheme}://${host}${textAt(httpGet, 'path')}`;
  }
  if (tcpSocket) return `tcp-socket ${textAt(tcpSocket, 'host')}:${textAt(tcpSocket, 'port')}`;
  return grpc ? `grpc <pod>:${textAt(grpc, 'port')} ${textAt(grpc, 'service')}` : 'unknown';
}

/** Upstream: describeContainerState, describeStatus. */
function stateLines(status: Json): readonly string[] {
  return [
    ...statusLines('State', at(status, 'state')),
    ...(at(status, 'lastState', 'terminated')
      ? statusLines('Last State', at(status, 'lastState'))
      : []),
    `    Ready:\t${at(status, 'ready') === true ? 'True' : 'False'}`,
    `    Restart Count:\t${numberAt(status, 'restartCount')}`,
  ];
}

function statusLines(title: string, state: Json): readonly string[] {
  const running = at(state, 'running');
  const ended = at(state, 'terminated');
  const line = (name: string, text: string) => (text === '' ? [] : [`      ${name}:\t${text}`]);
  if (running) {
    return [`    ${title}:\tRunning`, `      Started:\t${rfc1123(textAt(running, 'startedAt'))}`];
  }
  if (!ended) {
    return [`    ${title}:\tWaiting`, ...line('Reason', textAt(state, 'waiting', 'reason'))];
  }
  return [
    `    ${title}:\tTerminated`,
    ...line('Reason', textAt(ended, 'reason')),
    ...line('Message', textAt(ended, 'message')),
    `      Exit Code:\t${numberAt(ended, 'exitCode')}`,
    `      Started:\t${rfc1123(textAt(ended, 'startedAt'))}`,
    `      Finished:\t${rfc1123(textAt(ended, 'finishedAt'))}`,
  ];
}

type Source = readonly [what: string, lines: readonly (readonly [title: string, field: string])[]];

const SOURCES: Readonly<Record<string, Source>> = {
  emptyDir: [
    "EmptyDir (a temporary directory that shares a pod's lifetime)",
    [
      ['Medium', 'medium'],
      ['SizeLimit', 'sizeLimit'],
    ],
  ],
  configMap: [
    'ConfigMap (a volume populated by a ConfigMap)',
    [
      ['Name', 'name'],
      ['Optional', 'optional'],
    ],
  ],
  secret: [
    'Secret (a volume populated by a Secret)',
    [
      ['SecretName', 'secretName'],
      ['Optional', 'optional'],
    ],
  ],
  hostPath: [
    'HostPath (bare host directory volume)',
    [
      ['Path', 'path'],
      ['HostPathType', 'type'],
    ],
  ],
  persistentVolumeClaim: [
    'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    [
      ['ClaimName', 'claimName'],
      ['ReadOnly', 'readOnly'],
    ],
  ],
};

/** What stands where a field of a volume has nothing. */
const UNSET: Readonly<Record<string, string>> = {
  sizeLimit: '<unset>',
  optional: 'false',
  readOnly: 'false',
};

export function volumeLines(volumes: readonly Json[], space: string): readonly string[] {
  if (volumes.length === 0) return [`${space}Volumes:\t<none>`];
  const each = volumes.flatMap((volume) => {
    const name = `  ${space === '' ? '' : ' '}${textAt(volume, 'name')}:`;
    const source = Object.keys(SOURCES).find((key) => at(volume, key) !== undefined);
    if (source === undefined) return [name, '  <unknown>'];
    const [what, lines] = SOURCES[source];
    const fields = lines.map(
      ([title, field]) => `    ${title}:\t${textAt(volume, source, field) || (UNSET[field] ?? '')}`,
    );
    return [name, `    Type:\t${what}`, ...fields];
  });
  return [`${space}Volumes:`, ...each];
}
