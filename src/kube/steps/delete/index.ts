import { apiVersionOf, resourceOfKind } from '../../api/resources';
import { type ManifestObject, manifestSchema, manifestTarget, unknownKinds } from '../manifests';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const policy = z
  .optional(z.enum(['Orphan', 'Background', 'Foreground']))
  .check(z.meta({ description: 'What happens to dependents.' }));
const named = z.strictObject({
  kind: z.string().check(z.minLength(1)),
  namespace: z.optional(z.string()),
  name: z.string().check(z.minLength(1)),
  propagationPolicy: policy,
});
const manifest = z.extend(manifestSchema, { propagationPolicy: policy });
const schema = z.union([named, manifest]).check(z.meta({ description: 'kubectl delete' }));
type Payload = z.infer<typeof schema>;

/** The object that a payload names, as a manifest. */
function objectOf(payload: Payload): ManifestObject {
  if ('metadata' in payload) return payload as ManifestObject;
  const { kind, namespace, name } = payload as z.infer<typeof named>;
  const resource = resourceOfKind(kind);
  const apiVersion = resource ? apiVersionOf(resource) : 'v1';
  return { apiVersion, kind, metadata: namespace ? { name, namespace } : { name } };
}

export const deleteStep = defineStep<Payload>({
  verb: 'delete',
  schema,
  undoable: false,
  takes: 'manifest',
  free: true,
  title: { en: 'kubectl delete', zh: 'kubectl delete' },
  lookAt: { en: 'the answer, and what comes back', zh: '应答，以及什么会重新出现' },
  refuses: (payload) => {
    if ('metadata' in payload) return unknownKinds(payload as ManifestObject);
    if (resourceOfKind(payload.kind)) return [];
    return [{ path: 'kind', reason: `${payload.kind}: not modelled yet` }];
  },
  target: (payload) => manifestTarget(objectOf(payload)),
  act: (world, payload, { server, user }) => {
    const { propagationPolicy } = payload;
    const objects = [objectOf(payload)];
    world.kubectl({ verb: 'delete', objects, server, user, propagationPolicy });
    return undefined;
  },
});
