/** The commands in the order of the help text. */
import type { Command } from '../command';
import { conformanceCommand } from './conformance';
import { exportCommand } from './export';
import { importCommand } from './import';
import { listCommand } from './list';
import { notYet } from './not-yet';
import { runCommand } from './run';
import { shareCommand } from './share';

export const COMMANDS: readonly Command[] = [
  runCommand,
  conformanceCommand,
  exportCommand,
  importCommand,
  shareCommand,
  listCommand,
  notYet('explore', 'explore SCENARIO --seeds A..B'),
  notYet('serve', 'serve'),
];
