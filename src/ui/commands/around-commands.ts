import { markArea } from '../marks/area';
import { openSearch, walkHits } from '../search';
import { canAct } from '../selected';
import { TIMELINE_ACTS } from '../timeline/acts';
import { canFoldLane, canPinLane, foldSelectedLane, pinSelectedLane } from '../timeline/lane-acts';
import { goBack, trailOf } from '../timeline/trail';
import type { Command, CommandContext } from './command';

/** Without a hit the browser keeps its own key. */
const hasHits = ({ orrery }: CommandContext): boolean => orrery.search.getState().hits.length > 0;

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
    id: 'window-back',
    group: 'around',
    keys: ['Backspace'],
    enabled: ({ orrery }) => trailOf(orrery).getState().length > 0,
    run: ({ orrery }) => goBack(orrery),
  },
  { id: 'mark-area', group: 'around', keys: ['r'], run: ({ orrery }) => markArea(orrery) },
  {
    id: 'set-note',
    group: 'around',
    keys: ['m'],
    enabled: ({ orrery }) => canAct(orrery),
    run: ({ orrery }) => orrery.marks.setState({ writing: true }),
  },
  {
    id: 'fold-lane',
    group: 'around',
    keys: ['v'],
    enabled: ({ orrery }) => canFoldLane(orrery),
    run: ({ orrery }) => foldSelectedLane(orrery),
  },
  {
    id: 'pin-lane',
    group: 'around',
    keys: ['j'],
    enabled: ({ orrery }) => canPinLane(orrery),
    run: ({ orrery }) => pinSelectedLane(orrery),
  },
  { id: 'search', group: 'around', keys: ['/'], run: ({ orrery }) => openSearch(orrery) },
  {
    id: 'next-hit',
    group: 'around',
    keys: ['F3'],
    enabled: hasHits,
    run: ({ orrery }) => void walkHits(orrery, 1),
  },
  {
    id: 'previous-hit',
    group: 'around',
    keys: ['Alt+F3'],
    enabled: hasHits,
    run: ({ orrery }) => void walkHits(orrery, -1),
  },
  {
    id: 'clear-selection',
    group: 'around',
    keys: ['Escape'],
    enabled: ({ orrery }) => orrery.selection.getState().selected !== undefined,
    run: ({ orrery }) => orrery.selection.setState({ selected: undefined }),
  },
];
