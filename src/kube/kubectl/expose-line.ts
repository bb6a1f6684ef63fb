/**
 * `expose`: a Service that selects what a resource selects.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/expose/expose.go (RunExpose,
 *             createService)
 */
import { DRY_RUN_TEXT, type ExposeCommand } from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { failureText } from './errors';
import { exposedPorts, exposedSelector, isExposable } from './exposed';
import { type Failed, type Info, isKnown, type LineCall, titleOf } from './line-call';

/** Source: validation.DNS1035LabelMaxLength. */
const NAME_MAX = 63;
const SESSION_AFFINITIES = ['None', 'ClientIP'];
const NO_PORT = "couldn't find port via --port flag or introspection";

export function* runExpose(call: LineCall, command: ExposeCommand): Procedure<void> {
  const { infos, failures } = yield* call.visit(command.selection, { chunkSize: 0 });
  const failed: Failed[] = [...failures];
  for (const info of infos) {
    const made = serviceFor(info, command);
    if (typeof made === 'string') {
      call.say(`error: ${made}`, 'error');
      return;
    }
    const result = yield* send(call, command, made);
    if (result && !result.ok) failed.push(result);
    else {
      const title = titleOf({ of: command.of, name: made.metadata.name ?? '' });
      const { nameOnly, dryRun } = command;
      call.say(nameOnly ? title : `${title} exposed${DRY_RUN_TEXT[dryRun]}`);
    }
  }
  if (failed.length === 1) call.say(failureText(failed[0]), 'error');
  else call.fail(failed);
}

function* send(call: LineCall, { of, dryRun }: ExposeCommand, service: KubeObject) {
  if (dryRun === 'client') return undefined;
  const dry = dryRun === 'server' ? { dryRun: 'All' as const } : {};
  return yield* call.client.create(of, service, { fieldManager: 'kubectl-expose', ...dry });
}

/** @returns why there is none */
function serviceFor({ of, namespace, name, object }: Info, command: ExposeCommand) {
  if (!isKnown(object)) return NO_PORT;
  if (!isExposable(of)) return `cannot expose a ${of.kind}${of.group === '' ? '' : `.${of.group}`}`;
  const selector = command.selector ?? exposedSelector(of.kind, object);
  if (typeof selector === 'string') {
    return `couldn't retrieve selectors via --selector flag or introspection: ${selector}`;
  }
  const ports = portsOf(of.kind, object, command);
  if (typeof ports === 'string') return ports;
  const { clusterIp, externalIp, loadBalancerIp, sessionAffinity, type } = command;
  if (sessionAffinity !== '' && !SESSION_AFFINITIES.includes(sessionAffinity)) {
    return `unknown session affinity: ${sessionAffinity}`;
  }
  const labels = command.labels ?? object.metadata.labels;
  const spec = {
    selector,
    ...(ports.length === 0 ? {} : { ports }),
    ...(type === '' ? {} : { type }),
    ...(clusterIp === '' ? {} : { clusterIP: clusterIp }),
    ...(externalIp === '' ? {} : { externalIPs: [externalIp] }),
    ...(type === 'LoadBalancer' && loadBalancerIp !== '' ? { loadBalancerIP: loadBalancerIp } : {}),
    ...(sessionAffinity === '' ? {} : { sessionAffinity }),
  };
  const called = command.name === '' ? name.slice(0, NAME_MAX) : command.name;
  const metadata = { name: called, namespace, ...(labels ? { labels } : {}) };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec } as KubeObject;
}

function portsOf(kind: string, object: KubeObject, command: ExposeCommand) {
  const { port, protocol, targetPort, clusterIp } = command;
  const found = exposedPorts(kind, object);
  const texts = port === '' ? [...found.keys()] : port.split(',');
  if (texts.length === 0 && clusterIp !== 'None') return NO_PORT;
  const wrong = texts.find((text) => !/^[-+]?\d+$/.test(text));
  if (wrong !== undefined) {
    return `strconv.Atoi: parsing ${JSON.stringify(wrong)}: invalid syntax`;
  }
  return texts.map((text, index) => ({
    ...(texts.length > 1 ? { name: `port-${index + 1}` } : {}),
    protocol: protocol === '' ? (found.get(text) ?? 'TCP') : protocol,
    port: Number(text),
    targetPort: targetPort === '' ? Number(text) : numberOr(targetPort),
  }));
}

const numberOr = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);
