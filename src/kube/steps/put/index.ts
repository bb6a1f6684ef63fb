import { storedValueError } from '../../apiserver';
import { durationSchema, lengthOf } from '../durations';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const schema = z.strictObject({
  key: z.string().check(z.minLength(1), z.meta({ description: 'The whole etcd key.' })),
  value: z.unknown().check(
    z.refine((value) => value !== undefined && value !== null, {
      error: ({ input }) =>
        `expected the decoded object, found ${input === null ? 'null' : 'none'}`,
    }),
    z.meta({ description: 'The decoded object.' }),
  ),
  ttl: z
    .optional(durationSchema)
    .check(z.meta({ description: 'An etcd lease of its own, this long.' })),
});

export const putStep = defineStep<z.infer<typeof schema>>({
  verb: 'put',
  schema,
  undoable: false,
  takes: 'mapping',
  free: true,
  title: { en: 'write into etcd, past the API server', zh: '绕过 API server 直接写入 etcd' },
  lookAt: { en: 'who notices', zh: '谁会察觉' },
  refuses: ({ key, value }) => {
    const reason = storedValueError(key, value);
    return reason === undefined ? [] : [{ path: 'value', reason }];
  },
  target: ({ key }) => key,
  act: (world, { key, value, ttl }) => {
    world.etcd.put(key, value, ttl === undefined ? undefined : lengthOf(ttl));
    return undefined;
  },
});
