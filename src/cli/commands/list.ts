import { LIBRARY } from '#library';
import { localText, readScenario } from '#protocol';
import { noMoreThan, readArguments } from '../arguments';
import { type Command, EXIT, Refusal } from '../command';

/** Prints the library. */
export const listCommand: Command = {
  name: 'list',
  usage: 'list',
  summary: 'the library',
  run: (args, io) => {
    noMoreThan(readArguments(args, {}), 0);
    const width = Math.max(...LIBRARY.map(({ name }) => name.length));
    for (const { name, text } of LIBRARY) {
      const read = readScenario(text);
      if (!read.ok) throw new Refusal(read.faults);
      const { title, description } = read.value.metadata;
      const words = localText(description ?? title ?? '').en;
      io.out(`${name.padEnd(width)}  ${words}\n`);
    }
    return EXIT.ok;
  },
};
