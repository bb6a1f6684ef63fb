/**
 * What a `create` would send, as Go prints the type that it fills.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/create (create_namespace.go,
 *             create_configmap.go, create_service.go), apimachinery pkg/apis/meta/v1 (ObjectMeta)
 */
import type { CreateCommand } from '#console';
import { jsonText, yamlText } from './structured';

/** Fields without `omitempty`, which Go prints though nothing was put into them. */
const EMPTY: Readonly<Record<string, object>> = {
  Namespace: { spec: {}, status: {} },
  Service: { status: { loadBalancer: {} } },
};

/** A namespace is only printed where the line names one. */
export function createdText({ object, enforced, output }: CreateCommand): string {
  const { namespace, ...metadata } = object.metadata as { readonly namespace?: string };
  const own = enforced && namespace !== undefined ? { namespace } : {};
  const filled = {
    ...EMPTY[String(object.kind)],
    ...object,
    metadata: { creationTimestamp: null, ...metadata, ...own },
  };
  return output === 'json' ? jsonText(filled) : yamlText(filled);
}
