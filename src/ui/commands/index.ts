/** All commands, in the order of the help sheet. A test proves that no two share a key. */
import { actCommands } from './act-commands';
import { aroundCommands } from './around-commands';
import type { Command } from './command';
import { compareCommands } from './compare-commands';
import { exportCommands } from './export-commands';
import { faultCommands } from './fault-commands';
import { pageCommands } from './page-commands';
import { timeCommands } from './time-commands';
import { whyCommands } from './why-commands';

export const COMMANDS: readonly Command[] = [
  ...timeCommands,
  ...whyCommands,
  ...actCommands,
  ...faultCommands,
  ...compareCommands,
  ...aroundCommands,
  ...pageCommands,
  ...exportCommands,
];

const byId = new Map(COMMANDS.map((command) => [command.id, command]));
const byKey = new Map(COMMANDS.flatMap((command) => command.keys.map((key) => [key, command])));

/** @throws when there is no such command: the id is checked by its type, so a list lacks it. */
export function commandOf(id: Command['id']): Command {
  const command = byId.get(id);
  if (!command) throw new Error(`command ${id} has texts but is not in the list`);
  return command;
}

/** The command behind the first of these key names that has one. */
export function commandForKeys(names: readonly string[]): Command | undefined {
  const known = names.find((name) => byKey.has(name));
  return known === undefined ? undefined : byKey.get(known);
}

export * from './command';
export * from './keys';
export { type CommandId, commandTexts } from './texts';
