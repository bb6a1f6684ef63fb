/** The commands in the order of the help text. */
import type { Command } from '../command';
import { conformanceCommand } from './conformance';
import { exploreCommand } from './explore';
import { exportCommand } from './export';
import { importCommand } from './import';
import { listCommand } from './list';
import { notYet } from './not-yet';
import { runCommand } from './run';
import { shareCommand } from './share';

export const COMMANDS: readonly Command[] = [
  runCommand,
  exploreCommand,
  conformanceCommand,
  exportCommand,
  importCommand,
  shareCommand,
  listCommand,
  notYet('serve', 'serve'),
];
