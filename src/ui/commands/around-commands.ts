import { TIMELINE_ACTS } from '../timeline';
import type { Command } from './command';

/** The timeline's own acts work wherever the focus is. */
export const aroundCommands: readonly Command[] = [
  ...TIMELINE_ACTS.map(
    ({ id, keys, run }): Command => ({
      id,
      group: 'around',
      keys,
      run: ({ orrery }) => run(orrery),
    }),
  ),
  {
    id: 'clear-selection',
    group: 'around',
    keys: ['Escape'],
    enabled: ({ orrery }) => orrery.selection.getState().selected !== undefined,
    run: ({ orrery }) => orrery.selection.setState({ selected: undefined }),
  },
];
