/** Finds the scenario that an argument names: a file, `-`, a share link, or a library name. */
import { existsSync, readFileSync } from 'node:fs';
import { FORMER_NAMES, LIBRARY, libraryScenario } from '#library';
import { decodeShareLink, looksLikeLink, readScenario, type Scenario } from '#protocol';
import { STEP_SCHEMAS } from '#session';
import { type Output, Refusal, refuse } from './command';
import { fileReason } from './file-reason';

export function scenarioOf(argument: string, io: Output): Scenario {
  if (argument === '-') return fromText(textOf(argument, io));
  if (looksLikeLink(argument)) return fromLink(argument);
  const entry = libraryScenario(argument);
  if (entry && !existsSync(argument)) return fromText(entry.text);
  if (!existsSync(argument)) {
    return refuse(
      'SCENARIO',
      `${argument}: no such file, and no scenario of that name in the library`,
    );
  }
  return fromText(textOf(argument, io));
}

/** The text of a file, or of standard input; or a refusal that names it. */
export function textOf(path: string, io: Output): string {
  if (path === '-') return io.stdin();
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(path, fileReason(error));
  }
}

function fromText(text: string): Scenario {
  const read = readScenario(text, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Refusal(read.faults);
  return read.value;
}

function fromLink(link: string): Scenario {
  const libraryNames = LIBRARY.map(({ name }) => name);
  const names = { libraryNames, formerNames: FORMER_NAMES };
  const decoded = decodeShareLink(link, { steps: STEP_SCHEMAS, ...names });
  if (!decoded.ok) throw new Refusal(decoded.faults);
  const shared = decoded.value;
  if (shared.kind === 'scenario') return shared.scenario;
  const entry = libraryScenario(shared.name);
  return entry ? fromText(entry.text) : refuse('link', `no scenario ${shared.name} in the library`);
}
