import { builtInResource } from '../../api/built-in-resources';
import { resourceOfKind } from '../../api/resources';
import { manifestTarget } from '../manifests';
import { namedFields, namedObject, unknownKind } from '../named-object';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const schema = z
  .strictObject({
    ...namedFields,
    replicas: z.int32().check(z.gte(0), z.meta({ description: 'How many there shall be.' })),
  })
  .check(z.meta({ description: 'kubectl scale' }));
type Payload = z.infer<typeof schema>;

export const scaleStep = defineStep<Payload>({
  verb: 'scale',
  schema,
  undoable: false,
  takes: 'mapping',
  title: { en: 'kubectl scale', zh: 'kubectl scale' },
  lookAt: { en: 'spec.replicas and generation', zh: 'spec.replicas 和 generation' },
  refuses: (payload) => {
    const of = resourceOfKind(payload.kind);
    const row = of && builtInResource(of.group, of.resource);
    if (!row || row.subresources.includes('scale')) return unknownKind(payload);
    return [{ path: 'kind', reason: `${row.kind} has no subresource scale` }];
  },
  target: (payload) => manifestTarget(namedObject(payload)),
  act: (world, payload, { server, user }) => {
    const { replicas } = payload;
    world.kubectl({ verb: 'scale', objects: [namedObject(payload)], replicas, server, user });
    return undefined;
  },
});
