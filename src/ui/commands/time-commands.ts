import { walkBreakpoints } from '../breakpoints/walk-breakpoints';
import { changeSpeed, DECISIONS, seek, step, togglePlaying } from '../playback';
import type { Command, CommandContext } from './command';

/** What reads objects comes with their tab, so no visitor waits for it. */
async function goToRevision({ orrery }: CommandContext, direction: 1 | -1): Promise<void> {
  const { walkRevisions } = await import('../panels/object/walk-revisions');
  walkRevisions(orrery, direction);
}

export const timeCommands: readonly Command[] = [
  {
    id: 'play-pause',
    group: 'time',
    keys: ['Space'],
    run: ({ orrery }) => togglePlaying(orrery),
  },
  { id: 'next-record', group: 'time', keys: ['.'], run: ({ orrery }) => void step(orrery, 1) },
  { id: 'previous-record', group: 'time', keys: [','], run: ({ orrery }) => void step(orrery, -1) },
  {
    id: 'next-decision',
    group: 'time',
    keys: ['>'],
    run: ({ orrery }) => void step(orrery, 1, DECISIONS),
  },
  {
    id: 'previous-decision',
    group: 'time',
    keys: ['<'],
    run: ({ orrery }) => void step(orrery, -1, DECISIONS),
  },
  {
    id: 'next-breakpoint',
    group: 'time',
    keys: ['}'],
    run: ({ orrery }) => void walkBreakpoints(orrery, 1),
  },
  {
    id: 'previous-breakpoint',
    group: 'time',
    keys: ['{'],
    run: ({ orrery }) => void walkBreakpoints(orrery, -1),
  },
  {
    id: 'next-revision',
    group: 'time',
    keys: ['Alt+[BracketRight]'],
    run: (context) => void goToRevision(context, 1),
  },
  {
    id: 'previous-revision',
    group: 'time',
    keys: ['Alt+[BracketLeft]'],
    run: (context) => void goToRevision(context, -1),
  },
  {
    id: 'breakpoints',
    group: 'time',
    keys: ['|'],
    run: ({ orrery }) =>
      orrery.breakpoints.setState(({ open }) => ({ open: !open, entering: !open })),
  },
  { id: 'to-start', group: 'time', keys: ['Home'], run: ({ orrery }) => seek(orrery, 0) },
  {
    id: 'to-end',
    group: 'time',
    keys: ['End'],
    run: ({ orrery }) => seek(orrery, orrery.session.getState().reached),
  },
  { id: 'faster', group: 'time', keys: ['=', '+'], run: ({ orrery }) => changeSpeed(orrery, 1) },
  { id: 'slower', group: 'time', keys: ['-'], run: ({ orrery }) => changeSpeed(orrery, -1) },
];
