import { goToRecord } from '../playback';
import type { Orrery } from '../stores';
import type { Command } from './command';

function selectedRecord({ selection }: Orrery): number | undefined {
  const { selected } = selection.getState();
  return selected?.kind === 'record' ? selected.seq : undefined;
}

export const whyCommands: readonly Command[] = [
  {
    id: 'to-cause',
    group: 'why',
    keys: ['['],
    enabled: ({ orrery }) => selectedRecord(orrery) !== undefined,
    run: ({ orrery }) => {
      const seq = selectedRecord(orrery);
      const cause = seq === undefined ? undefined : orrery.trace.table.causeOf(seq);
      if (cause !== undefined) goToRecord(orrery, cause);
    },
  },
  {
    id: 'to-effect',
    group: 'why',
    keys: [']'],
    enabled: ({ orrery }) => selectedRecord(orrery) !== undefined,
    run: ({ orrery }) => {
      const seq = selectedRecord(orrery);
      const effect = seq === undefined ? undefined : orrery.index.effectsOf(seq)[0];
      if (effect !== undefined) goToRecord(orrery, effect);
    },
  },
];
