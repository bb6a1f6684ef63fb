import { ALL_HOOKS } from '../../apiserver/hooks';
import { durationSchema, lengthOf } from '../durations';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const HOOK_NAMES = new Set(
  ALL_HOOKS.filter(({ type }) => type === 'post-start').map(({ name }) => name),
);

const schema = z
  .strictObject({
    process: z.string().check(z.minLength(1), z.meta({ description: 'The API server.' })),
    name: z.string().check(
      z.refine((name) => HOOK_NAMES.has(name), {
        error: ({ input }) => `expected a post-start hook, found ${JSON.stringify(input)}`,
      }),
      z.meta({ description: 'The post-start hook.' }),
    ),
    fail: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.meta({ description: 'It fails with this error text.' })),
    takes: z.optional(durationSchema).check(z.meta({ description: 'It takes this long.' })),
  })
  .check(
    z.refine((value) => (value.fail === undefined) !== (value.takes === undefined), {
      error: 'expected exactly one of fail and takes',
    }),
  );

export const hookStep = defineStep<z.infer<typeof schema>>({
  verb: 'hook',
  schema,
  undoable: true,
  takes: 'mapping',
  title: { en: 'make a hook fail or slow', zh: '让某个 hook 失败或变慢' },
  lookAt: { en: 'readyz at the next start', zh: '下次启动时的 readyz' },
  target: ({ process, name }) => `${process}/${name}`,
  act: (world, { process, name, fail, takes }) => {
    const length = takes === undefined ? undefined : lengthOf(takes);
    return world.setHookFault(process, name, fail === undefined ? { takes: length } : { fail });
  },
});
