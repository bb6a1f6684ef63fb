/**
 * A clock that is wrong, or runs fast or slow.
 *
 * Simplified  time-outs of TCP, the start of a process and what a kubelet waits keep true time
 */
import { parseGoDuration } from '#base';
import { lengthOf } from '../durations';
import { z } from '../schema-kit';
import { defineStep, findProcess } from '../step-descriptor';

/** Beyond these a run would be little but timers. */
const SLOWEST = 0.1;
const FASTEST = 10;

const quoted = ({ input }: { readonly input?: unknown }) => JSON.stringify(input);

const schema = z
  .strictObject({
    process: z
      .string()
      .check(z.minLength(1), z.meta({ description: 'The process whose clock it is.' })),
    offset: z
      .optional(
        z.string().check(
          z.refine((text) => parseGoDuration(text) !== undefined, {
            error: (issue) => `expected a Go duration such as 5s or -1h, found ${quoted(issue)}`,
          }),
        ),
      )
      .check(z.meta({ description: 'Its time of day jumps by this, back where negative.' })),
    rate: z
      .optional(
        z.number().check(
          z.refine((rate) => rate >= SLOWEST && rate <= FASTEST, {
            error: (issue) => `expected ${SLOWEST} to ${FASTEST}, found ${quoted(issue)}`,
          }),
        ),
      )
      .check(z.meta({ description: 'Its seconds a true second.' })),
  })
  .check(
    z.refine(({ offset, rate }) => offset !== undefined || rate !== undefined, {
      error: 'expected offset, rate or both',
    }),
  );

export const clockStep = defineStep<z.infer<typeof schema>>({
  verb: 'clock',
  schema,
  undoable: true,
  takes: 'mapping',
  title: { en: 'put a clock wrong', zh: '把时钟拨错' },
  lookAt: {
    en: 'timers that are armed anew; times of day decide little',
    zh: '重新设定的定时器；时刻本身几乎不决定任何事',
  },
  target: ({ process }) => process,
  act: (world, { process: name, offset, rate }) => {
    const process = findProcess(world, name);
    if (!process) return undefined;
    return process.clock.distort({
      ...(offset === undefined ? {} : { offset: lengthOf(offset) }),
      ...(rate === undefined ? {} : { rate }),
    });
  },
});
