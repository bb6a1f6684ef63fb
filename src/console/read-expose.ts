/**
 * `expose`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/expose/expose.go (Complete,
 *             RunExpose)
 */
import type { Command } from './command';
import { readDryRun } from './dry-run';
import type { Given } from './given';
import { failing, misused, Refused, refusing } from './refusal';

const SERVICE = 'service';

export function readExpose(given: Given): Command {
  const output = given.text('output');
  if (output !== '' && output !== 'name') throw refusing('output-not-modelled', output);
  const of = given.types.find(({ group, kind }) => group === '' && kind === 'Service');
  if (!of) throw failing(`the server doesn't have a resource type "${SERVICE}"`);
  const labels = given.has('labels') ? pairsOf(given.text('labels')) : undefined;
  const selector = given.text('selector') === '' ? undefined : pairsOf(given.text('selector'));
  return {
    verb: 'expose',
    of,
    selection: selectionOf(given),
    ...{ selector, labels },
    name: given.text('name'),
    port: given.text('port'),
    targetPort: given.text('target-port'),
    protocol: given.text('protocol'),
    type: given.text('type'),
    clusterIp: given.text('cluster-ip'),
    externalIp: given.text('external-ip'),
    loadBalancerIp: given.text('load-balancer-ip'),
    sessionAffinity: given.text('session-affinity'),
    nameOnly: output === 'name',
    dryRun: readDryRun(given),
  };
}

/** A fault of the arguments comes with where help is found. */
function selectionOf(given: Given) {
  try {
    return given.selection({ allowEmptySelector: false, labelSelector: '' });
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    const { refusal } = fault;
    if (refusal.by !== 'kubectl') throw fault;
    throw misused('kubectl expose', refusal.text.replace(/^error: /, ''));
  }
}

/** `a=b,c=d`. Upstream: parseLabels. */
function pairsOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => {
    const parts = pair.split('=');
    if (parts.length !== 2) throw failing(`unexpected label spec: ${pair}`);
    const [key, value] = parts;
    if (key === '') throw failing(`unexpected empty label key`);
    return [key, value] as const;
  });
  return Object.fromEntries(pairs);
}
