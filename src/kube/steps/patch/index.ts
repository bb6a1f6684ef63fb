import { JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH } from '../../api/patch-body';
import { manifestTarget } from '../manifests';
import { namedFields, namedObject, unknownKind } from '../named-object';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const CONTENT_TYPE = {
  json: JSON_PATCH,
  merge: MERGE_PATCH,
  strategic: STRATEGIC_MERGE_PATCH,
} as const;

const schema = z
  .strictObject({
    ...namedFields,
    type: z
      .optional(z.enum(['json', 'merge', 'strategic']))
      .check(z.meta({ description: 'How it is merged; strategic where nothing is said.' })),
    patch: z
      .union([z.looseObject({}), z.array(z.looseObject({}))])
      .check(z.meta({ description: 'The body of the patch; a list of operations for json.' })),
  })
  .check(z.meta({ description: 'kubectl patch' }));
type Payload = z.infer<typeof schema>;

export const patchStep = defineStep<Payload>({
  verb: 'patch',
  schema,
  undoable: false,
  takes: 'mapping',
  free: true,
  title: { en: 'kubectl patch', zh: 'kubectl patch' },
  lookAt: { en: 'the answer, and the next revision', zh: '应答，以及下一个修订' },
  refuses: (payload) => {
    const operations = Array.isArray(payload.patch);
    if (operations === (payload.type === 'json')) return unknownKind(payload);
    const expected = operations ? 'an object' : 'a list of operations';
    return [{ path: 'patch', reason: `expected ${expected} for this type` }];
  },
  target: (payload) => manifestTarget(namedObject(payload)),
  act: (world, payload, { server, user }) => {
    const contentType = CONTENT_TYPE[payload.type ?? 'strategic'];
    const patch = { contentType, patch: payload.patch };
    world.kubectl({ verb: 'patch', objects: [namedObject(payload)], patch, server, user });
    return undefined;
  },
});
