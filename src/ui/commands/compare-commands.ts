import { change, goToDifference, leave } from '../compare/comparison';
import type { Command, CommandContext } from './command';

const comparing = ({ comparison }: CommandContext) => comparison.getState().current;

export const compareCommands: readonly Command[] = [
  {
    id: 'compare',
    group: 'acts',
    keys: ['9'],
    enabled: (context) =>
      comparing(context) !== undefined || context.orrery.session.getState().scenario !== undefined,
    run: (context) => {
      if (comparing(context)) leave(context.comparison);
      else context.page.openCompare();
    },
  },
  {
    id: 'first-difference',
    group: 'acts',
    keys: [';'],
    enabled: (context) => comparing(context)?.difference !== undefined,
    run: (context) => {
      const current = comparing(context);
      if (current) goToDifference(context.orrery, current);
    },
  },
  {
    id: 'other-run',
    group: 'acts',
    keys: ["'"],
    enabled: (context) => comparing(context) !== undefined,
    run: (context) => {
      const shown = comparing(context)?.shown === 'a' ? 'b' : 'a';
      change(context.comparison, { shown });
    },
  },
];
