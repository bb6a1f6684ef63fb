import { NO_DURATION } from '#base';
import { durationSchema, lengthOf } from '../durations';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const side = z
  .array(z.string().check(z.minLength(1)))
  .check(z.minLength(1), z.meta({ description: 'Names of processes.' }));
const schema = z.strictObject({
  between: side,
  and: side,
  add: durationSchema.check(z.meta({ description: 'Added to each packet.' })),
  jitter: z
    .optional(durationSchema)
    .check(z.meta({ description: 'At most this much more, drawn evenly.' })),
});

export const delayStep = defineStep<z.infer<typeof schema>>({
  verb: 'delay',
  schema,
  undoable: true,
  takes: 'mapping',
  title: { en: 'slow the links between two sides', zh: '拖慢两侧之间的链路' },
  lookAt: { en: 'how long requests take', zh: '请求耗时' },
  target: ({ between, and }) => `${between.join(',')} | ${and.join(',')}`,
  act: (world, { between, and, add, jitter }) => {
    const spread = jitter === undefined ? NO_DURATION : lengthOf(jitter);
    const fault = world.network.delay({ between, and }, lengthOf(add), spread);
    return () => fault.heal();
  },
});
