import { durationSchema, lengthOf } from '../durations';
import { z } from '../schema-kit';
import { defineStep, type Undo } from '../step-descriptor';

const NOT_YET = ['snapshot', 'restore', 'defrag', 'disarm'] as const;
const schema = z
  .strictObject({
    outage: z.optional(z.literal(true)).check(z.meta({ description: 'No call is answered.' })),
    latency: z
      .optional(durationSchema)
      .check(z.meta({ description: 'Each call takes longer by this.' })),
    compact: z
      .optional(z.literal(true))
      .check(z.meta({ description: 'Compacts at the newest revision.' })),
    snapshot: z.optional(z.unknown()),
    restore: z.optional(z.unknown()),
    defrag: z.optional(z.unknown()),
    disarm: z.optional(z.unknown()),
  })
  .check(
    z.superRefine((value, context) => {
      for (const field of NOT_YET) {
        if (value[field] === undefined) continue;
        context.addIssue({ code: 'custom', path: [field], message: 'not modelled yet' });
      }
      const given = Object.values(value).filter((item) => item !== undefined);
      if (given.length === 1) return;
      const message = 'expected exactly one of outage, latency and compact';
      context.addIssue({ code: 'custom', message });
    }),
  );

export const etcdStep = defineStep<z.infer<typeof schema>>({
  verb: 'etcd',
  schema,
  undoable: true,
  takes: 'mapping',
  title: { en: 'disturb etcd', zh: '干扰 etcd' },
  lookAt: { en: 'requests that wait, leases that run out', zh: '等待中的请求与到期的 lease' },
  refuses: ({ compact }, { undone }) =>
    compact && undone ? [{ path: 'compact', reason: 'cannot be undone, so it has no "for"' }] : [],
  target: () => 'etcd',
  act: (world, { outage, latency }): Undo | undefined => {
    if (outage) return world.etcd.outage();
    if (latency !== undefined) return world.etcd.slow(lengthOf(latency));
    world.etcd.compact();
    return undefined;
  },
});
