import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

const side = z
  .array(z.string().check(z.minLength(1)))
  .check(z.minLength(1), z.meta({ description: 'Names of processes.' }));
const schema = z.strictObject({ between: side, and: side });

/** The one to copy for a fault that can be healed. */
export const partitionStep = defineStep<z.infer<typeof schema>>({
  verb: 'partition',
  schema,
  undoable: true,
  takes: 'mapping',
  title: { en: 'cut the network between two sides', zh: '切断两侧之间的网络' },
  lookAt: { en: 'connections that time out', zh: '超时的连接' },
  target: ({ between, and }) => `${between.join(',')} | ${and.join(',')}`,
  act: (world, sides) => {
    const fault = world.network.partition(sides);
    return () => fault.heal();
  },
});
