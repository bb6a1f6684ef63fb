/**
 * What a `create` would send, as Go prints the type that it fills.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/create (create_namespace.go,
 *             create_configmap.go, create_service.go, ...), cmd/run/run.go, apimachinery
 *             pkg/apis/meta/v1 (ObjectMeta)
 */
import { isMap, type Json } from '#base';
import type { CreateCommand } from '#console';
import { jsonText, yamlText } from './structured';

/** Fields without `omitempty`, which Go prints though nothing was put into them. */
const EMPTY: Readonly<Record<string, object>> = {
  Namespace: { spec: {}, status: {} },
  Service: { status: { loadBalancer: {} } },
  ResourceQuota: { status: {} },
  Pod: { status: {} },
  Deployment: { status: {} },
  Job: { status: {} },
  CronJob: { status: {} },
};

type Fields = Readonly<Record<string, Json>>;

/** The containers and templates of a spec, with what Go prints of them though it is empty. */
function filledSpec(spec: Fields, kind: string): Fields {
  const { containers, template, jobTemplate } = spec;
  return {
    ...spec,
    ...(kind === 'Deployment' ? { strategy: {} } : {}),
    ...(Array.isArray(containers)
      ? { containers: containers.map((each) => ({ ...(each as Fields), resources: {} })) }
      : {}),
    ...(isMap(template) ? { template: filledTemplate(template) } : {}),
    ...(isMap(jobTemplate) ? { jobTemplate: filledTemplate(jobTemplate) } : {}),
  };
}

const filledTemplate = ({ metadata, spec }: Fields): Fields => ({
  metadata: { creationTimestamp: null, ...(metadata as Fields) },
  spec: filledSpec(spec as Fields, ''),
});

/** A namespace is only printed where the line names one. */
export function createdText({ object, enforced, output }: CreateCommand): string {
  const { namespace, ...metadata } = object.metadata as { readonly namespace?: string };
  const own = enforced && namespace !== undefined ? { namespace } : {};
  const filled = {
    ...EMPTY[String(object.kind)],
    ...object,
    ...(isMap(object.spec) ? { spec: filledSpec(object.spec, String(object.kind)) } : {}),
    metadata: { creationTimestamp: null, ...metadata, ...own },
  };
  return output === 'json' ? jsonText(filled) : yamlText(filled);
}
