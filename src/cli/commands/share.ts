import { encodeShareLink } from '#protocol';
import { compileScenario } from '#session';
import { onlyArgument, readArguments, textOption } from '../arguments';
import { type Command, EXIT, Refusal, refuse } from '../command';
import { scenarioOf } from '../scenario-source';

/** Prints the share link of a scenario: from `/#` on, or behind the address of a page. */
export const shareCommand: Command = {
  name: 'share',
  usage: 'share SCENARIO [--base URL]',
  summary: 'prints the share link; with --base behind the address where the page lives',
  run: (args, io) => {
    const parsed = readArguments(args, { base: 'string' });
    const scenario = scenarioOf(onlyArgument(parsed, 'SCENARIO'), io);
    const base = textOption(parsed, 'base');
    const before = base === undefined ? '/' : pageOf(base);
    const compiled = compileScenario(scenario);
    if (!compiled.ok) throw new Refusal(compiled.faults);
    const link = encodeShareLink(scenario);
    if (!link.ok) throw new Refusal(link.faults);
    io.out(`${before}${link.value.slice(1)}\n`);
    return EXIT.ok;
  },
};

/** The address of a page without what stands behind `#`. */
function pageOf(base: string): string {
  const page = URL.canParse(base) ? new URL(base) : undefined;
  if (page === undefined || !/^(https?|file):$/.test(page.protocol)) {
    const example = 'https://example.org/orrery/';
    return refuse(
      '--base',
      `expected an address such as ${example}, found ${JSON.stringify(base)}`,
    );
  }
  page.hash = '';
  return page.href.replace(/#$/, '');
}
