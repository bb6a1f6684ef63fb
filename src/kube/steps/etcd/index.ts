import { durationSchema, lengthOf } from '../durations';
import { z } from '../schema-kit';
import { defineStep, type Undo } from '../step-descriptor';

const NOT_YET = ['snapshot', 'restore'] as const;
/** What stays done. */
const LASTING = ['compact', 'defrag', 'disarm'] as const;
const done = (description: string) => z.optional(z.literal(true)).check(z.meta({ description }));

const schema = z
  .strictObject({
    outage: done('No call is answered.'),
    latency: z
      .optional(durationSchema)
      .check(z.meta({ description: 'Each call takes longer by this.' })),
    compact: done('Compacts at the newest revision.'),
    defrag: done('Lets the file shrink to what is kept, as etcdctl defrag does.'),
    disarm: done('Takes the alarm NOSPACE back, as etcdctl alarm disarm does.'),
    snapshot: z.optional(z.unknown()),
    restore: z.optional(z.unknown()),
  })
  .check(
    z.superRefine((value, context) => {
      for (const field of NOT_YET) {
        if (value[field] === undefined) continue;
        context.addIssue({ code: 'custom', path: [field], message: 'not modelled yet' });
      }
      const given = Object.values(value).filter((item) => item !== undefined);
      if (given.length === 1) return;
      const message = 'expected exactly one of outage, latency, compact, defrag and disarm';
      context.addIssue({ code: 'custom', message });
    }),
  );

export const etcdStep = defineStep<z.infer<typeof schema>>({
  verb: 'etcd',
  schema,
  undoable: true,
  takes: 'mapping',
  title: { en: 'disturb etcd', zh: '干扰 etcd' },
  lookAt: { en: 'requests that wait, leases that run out', zh: '等待中的请求与到期的租约' },
  refuses: (payload, { undone }) =>
    LASTING.filter((field) => undone && payload[field]).map((path) => ({
      path,
      reason: 'cannot be undone, so it has no "for"',
    })),
  target: () => 'etcd',
  act: ({ etcd }, { outage, latency, compact, defrag }): Undo | undefined => {
    if (outage) return etcd.outage();
    if (latency !== undefined) return etcd.slow(lengthOf(latency));
    if (compact) etcd.compact();
    else if (defrag) etcd.defrag();
    else etcd.disarm();
    return undefined;
  },
});
