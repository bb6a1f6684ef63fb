/**
 * `cluster-info`: where the control plane and the services of the cluster are.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/clusterinfo/clusterinfo.go
 * Simplified  without the colours of a terminal
 */
import type { Procedure } from '#kernel';
import { SERVICES } from '../api/resources';
import type { LineCall } from './line-call';

const LABEL = 'kubernetes.io/cluster-service';
const HINT = "To further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.";

export function* runClusterInfo(call: LineCall): Procedure<void> {
  const { address } = call;
  const options = { labelSelector: `${LABEL}=true`, limit: 500 };
  const found = yield* call.client.list(SERVICES, 'kube-system', options);
  if (!found.ok) {
    call.fail([found]);
    call.say(`\n${HINT}`);
    return;
  }
  const lines = [`Kubernetes control plane is running at ${address}`];
  for (const { metadata, spec } of found.object.items) {
    const { ports = [] } = (spec ?? {}) as {
      readonly ports?: readonly { readonly name?: string }[];
    };
    const { name = '', labels = {} } = metadata;
    // The port is named where it has a name. Upstream: SchemeFor.
    const port = ports[0]?.name === undefined ? '' : `:${ports[0].name}`;
    const link = `/api/v1/namespaces/kube-system/services/${name}${port}/proxy`;
    lines.push(`${labels['kubernetes.io/name'] ?? name} is running at ${address}${link}`);
  }
  call.say(`${lines.join('\n')}\n\n${HINT}`);
}
