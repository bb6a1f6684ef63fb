import { encodeShareLink } from '#protocol';
import { compileScenario } from '#session';
import { onlyArgument, readArguments } from '../arguments';
import { type Command, EXIT, Refusal } from '../command';
import { scenarioOf } from '../scenario-source';

/** Prints the share link of a scenario. */
export const shareCommand: Command = {
  name: 'share',
  usage: 'share SCENARIO',
  summary: 'prints the share link',
  run: (args, io) => {
    const scenario = scenarioOf(onlyArgument(readArguments(args, {}), 'SCENARIO'), io);
    const compiled = compileScenario(scenario);
    if (!compiled.ok) throw new Refusal(compiled.faults);
    const link = encodeShareLink(scenario);
    if (!link.ok) throw new Refusal(link.faults);
    io.out(`${link.value}\n`);
    return EXIT.ok;
  },
};
