import { type ManifestObject, manifestSchema, manifestTarget, unknownKinds } from '../manifests';
import { namedFields, namedObject, unknownKind } from '../named-object';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const policy = z
  .optional(z.enum(['Orphan', 'Background', 'Foreground']))
  .check(z.meta({ description: 'What happens to dependents.' }));
const named = z.strictObject({
  ...namedFields,
  propagationPolicy: policy,
});
const manifest = z.extend(manifestSchema, { propagationPolicy: policy });
const schema = z.union([named, manifest]).check(z.meta({ description: 'kubectl delete' }));
type Payload = z.infer<typeof schema>;

/** The object that a payload names, as a manifest. */
const objectOf = (payload: Payload): ManifestObject =>
  'metadata' in payload
    ? (payload as ManifestObject)
    : namedObject(payload as z.infer<typeof named>);

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
    return unknownKind(payload as z.infer<typeof named>);
  },
  target: (payload) => manifestTarget(objectOf(payload)),
  act: (world, payload, { server, user }) => {
    const { propagationPolicy } = payload;
    const objects = [objectOf(payload)];
    const named = !('metadata' in payload);
    world.kubectl({ verb: 'delete', objects, server, user, propagationPolicy, named });
    return undefined;
  },
});
