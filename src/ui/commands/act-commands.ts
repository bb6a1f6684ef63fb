import { canAct, possibleActs, selectedProcess } from '../selected';
import type { ActVerb } from '../stores';
import type { Command } from './command';

/** An act on the selected process, possible when the process is in a state for it. */
function act(verb: ActVerb, key: string): Command {
  return {
    id: verb,
    group: 'acts',
    keys: [key],
    enabled: ({ orrery }) => {
      const process = selectedProcess(orrery);
      const { time } = orrery.playback.getState();
      return (
        canAct(orrery) &&
        process !== undefined &&
        possibleActs(orrery.index, process, time).includes(verb)
      );
    },
    refusal: ({ orrery }) => {
      if (!canAct(orrery)) return undefined;
      return selectedProcess(orrery) === undefined ? 'refused-unselected' : 'refused-state';
    },
    run: ({ orrery }) => {
      const process = selectedProcess(orrery);
      if (process !== undefined) orrery.acts.act(verb, process);
    },
  };
}

export const actCommands: readonly Command[] = [
  act('kill', 'k'),
  act('terminate', 't'),
  act('start', 'b'),
  act('restart', 'e'),
  act('pause', 'p'),
  act('resume', 'o'),
  {
    id: 'undo',
    group: 'acts',
    keys: ['Mod+z', 'u'],
    enabled: ({ orrery }) => orrery.session.getState().undo.length > 0,
    run: ({ orrery }) => orrery.acts.undo(),
  },
  {
    id: 'redo',
    group: 'acts',
    keys: ['Mod+Shift+z', 'Mod+y'],
    enabled: ({ orrery }) => orrery.session.getState().redo.length > 0,
    run: ({ orrery }) => orrery.acts.redo(),
  },
];
