/**
 * Descriptions of Deployments and of Pods.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/describe/describe.go
 *             (describeDeployment, describePod, DescribePodTemplate, printPodTolerationsMultiline)
 * Simplified  seccomp profiles, gates, ephemeral containers and topology constraints are left out
 */
import { at, isMap, type Json, listAt, textAt } from '#base';
import { formatSelector } from '#console';
import { entries, numberAt, orNone, rfc1123 } from './describe-cells';
import { containersOf, volumeLines } from './describe-containers';

/** A Deployment between its head and its Events. @param sets its ReplicaSets */
export function deploymentLines(object: Json, sets: readonly Json[]): readonly string[] {
  const [spec, status] = [at(object, 'spec'), at(object, 'status')];
  const counts = [
    `${numberAt(spec, 'replicas')} desired`,
    `${numberAt(status, 'updatedReplicas')} updated`,
    `${numberAt(status, 'replicas')} total`,
    `${numberAt(status, 'availableReplicas')} available`,
    `${numberAt(status, 'unavailableReplicas')} unavailable`,
  ];
  const rolling = at(spec, 'strategy', 'rollingUpdate');
  const [most, surge] = ['maxUnavailable', 'maxSurge'].map((field) => textAt(rolling, field));
  const conditions = listAt(status, 'conditions').map(
    (each) => `  ${textAt(each, 'type')} \t${textAt(each, 'status')}\t${textAt(each, 'reason')}`,
  );
  const wanted = templateKey(at(spec, 'template'));
  const isNew = (set: Json) => templateKey(at(set, 'spec', 'template')) === wanted;
  const fresh = sets.filter(isNew).slice(0, 1);
  const old = sets.filter((set) => !fresh.includes(set));
  return [
    `Selector:\t${orNone(formatSelector(at(spec, 'selector')))}`,
    `Replicas:\t${counts.join(' | ')}`,
    `StrategyType:\t${textAt(spec, 'strategy', 'type')}`,
    `MinReadySeconds:\t${numberAt(spec, 'minReadySeconds')}`,
    ...(rolling ? [`RollingUpdateStrategy:\t${most} max unavailable, ${surge} max surge`] : []),
    ...templateLines(at(spec, 'template')),
    ...(conditions.length === 0
      ? []
      : ['Conditions:', '  Type\tStatus\tReason', '  ----\t------\t------', ...conditions]),
    `OldReplicaSets:\t${setsText(old)}`,
    `NewReplicaSet:\t${setsText(fresh)}`,
  ];
}

/** A template without the label that tells ReplicaSets apart. Upstream: EqualIgnoreHash. */
function templateKey(template: Json): string {
  const labels = at(template, 'metadata', 'labels');
  const own = Object.entries(isMap(labels) ? labels : {}).filter(
    ([key]) => key !== 'pod-template-hash',
  );
  return JSON.stringify([own.sort(), at(template, 'spec')]);
}

const setsText = (sets: readonly Json[]): string =>
  orNone(
    sets
      .map((set) => {
        const made = `${numberAt(set, 'status', 'replicas')}/${numberAt(set, 'spec', 'replicas')}`;
        return `${textAt(set, 'metadata', 'name')} (${made} replicas created)`;
      })
      .join(', '),
  );

function templateLines(template: Json): readonly string[] {
  const { labels, annotations } = (at(template, 'metadata') ?? {}) as Readonly<
    Record<string, Json>
  >;
  const spec = at(template, 'spec');
  const account = textAt(spec, 'serviceAccountName');
  const priority = textAt(spec, 'priorityClassName');
  return [
    'Pod Template:',
    ...entries('  Labels', labels, '='),
    ...(isMap(annotations) ? entries('  Annotations', annotations, ': ') : []),
    ...(account === '' ? [] : [`  Service Account:\t${account}`]),
    ...containersOf(spec, undefined, '  '),
    ...volumeLines(listAt(spec, 'volumes'), '  '),
    ...(priority === '' ? [] : [`  Priority Class Name:\t${priority}`]),
  ];
}

/** A Pod between its namespace and its Events. */
export function podLines(object: Json, ageOf: (time: Json) => string): readonly string[] {
  const [meta, spec, status] = ['metadata', 'spec', 'status'].map((field) => at(object, field));
  const optional = (title: string, text: string) => (text === '' ? [] : [`${title}:\t${text}`]);
  const node = textAt(spec, 'nodeName');
  const started = textAt(status, 'startTime');
  const ips = listAt(status, 'podIPs').map((each) => `  IP:\t${textAt(each, 'ip')}`);
  const owner = listAt(meta, 'ownerReferences').find((each) => at(each, 'controller') === true);
  const conditions = listAt(status, 'conditions').map(
    (each) => `  ${textAt(each, 'type')} \t${textAt(each, 'status')} `,
  );
  return [
    ...optional('Priority', textAt(spec, 'priority')),
    ...optional('Priority Class Name', textAt(spec, 'priorityClassName')),
    ...optional('Service Account', textAt(spec, 'serviceAccountName')),
    `Node:\t${node === '' ? '<none>' : `${node}/${textAt(status, 'hostIP')}`}`,
    ...(started === '' ? [] : [`Start Time:\t${rfc1123(started)}`]),
    ...entries('Labels', at(meta, 'labels'), '='),
    ...entries('Annotations', at(meta, 'annotations'), ': '),
    ...phaseLines(meta, status, ageOf),
    ...optional('Reason', textAt(status, 'reason')),
    ...optional('Message', textAt(status, 'message')),
    `IP:\t${textAt(status, 'podIP')}`,
    ...(ips.length === 0 ? ['IPs:\t<none>'] : ['IPs:', ...ips]),
    ...(owner ? [`Controlled By:\t${textAt(owner, 'kind')}/${textAt(owner, 'name')}`] : []),
    ...optional('NominatedNodeName', textAt(status, 'nominatedNodeName')),
    ...containersOf(spec, status, ''),
    ...(conditions.length === 0 ? [] : ['Conditions:', '  Type\tStatus', ...conditions]),
    ...volumeLines(listAt(spec, 'volumes'), ''),
    `QoS Class:\t${textAt(status, 'qosClass')}`,
    ...entries('Node-Selectors', at(spec, 'nodeSelector'), '='),
    ...tolerationLines(listAt(spec, 'tolerations')),
  ];
}

function phaseLines(meta: Json, status: Json, ageOf: (time: Json) => string): readonly string[] {
  const phase = textAt(status, 'phase');
  const deleted = at(meta, 'deletionTimestamp');
  if (deleted === undefined || phase === 'Failed' || phase === 'Succeeded') {
    return [`Status:\t${phase}`];
  }
  return [
    `Status:\tTerminating (lasts ${ageOf(deleted)})`,
    `Termination Grace Period:\t${numberAt(meta, 'deletionGracePeriodSeconds')}s`,
  ];
}

function tolerationLines(tolerations: readonly Json[]): readonly string[] {
  if (tolerations.length === 0) return ['Tolerations:\t<none>'];
  const texts = tolerations.map((each) => {
    const [key, value, effect] = ['key', 'value', 'effect'].map((field) => textAt(each, field));
    const what = `${key}${value === '' ? '' : `=${value}`}${effect === '' ? '' : `:${effect}`}`;
    const exists = textAt(each, 'operator') === 'Exists' && value === '' ? ['op=Exists'] : [];
    const seconds = textAt(each, 'tolerationSeconds');
    const time = seconds === '' ? [] : [`for ${seconds}s`];
    return [...(what === '' ? [] : [what]), ...exists, ...time].join(' ');
  });
  return texts.sort().map((text, index) => `${index === 0 ? 'Tolerations:' : ''}\t${text}`);
}
