import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const schema = z.strictObject({
  key: z.string().check(z.minLength(1), z.meta({ description: 'The whole etcd key.' })),
});

export const dropStep = defineStep<z.infer<typeof schema>>({
  verb: 'drop',
  schema,
  undoable: false,
  takes: 'mapping',
  title: { en: 'delete from etcd, past the API server', zh: '绕过 API server 直接从 etcd 删除' },
  lookAt: { en: 'who notices', zh: '谁会察觉' },
  target: ({ key }) => key,
  act: (world, { key }) => {
    world.etcd.drop(key);
    return undefined;
  },
});
