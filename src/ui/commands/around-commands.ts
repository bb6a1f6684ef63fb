import type { Command } from './command';

export const aroundCommands: readonly Command[] = [
  {
    id: 'clear-selection',
    group: 'around',
    keys: ['Escape'],
    enabled: ({ orrery }) => orrery.selection.getState().selected !== undefined,
    run: ({ orrery }) => orrery.selection.setState({ selected: undefined }),
  },
];
