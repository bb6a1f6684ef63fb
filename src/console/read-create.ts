/** `create -f -`, and the verbs under `create`. */
import type { CreateCommand, ReadLine } from './command';
import { CREATE_MAKERS } from './create-objects';
import { type DryRun, readDryRun } from './dry-run';
import { parse, takeWord } from './given';
import { manifestCommand } from './manifest-command';
import { misused, refusing } from './refusal';
import type { ResourceType } from './types';
import { CREATE_ALIASES, CREATE_FLAGS, VERB_FLAGS } from './verbs';

export function readCreate(words: readonly string[], types: readonly ResourceType[]): ReadLine {
  const [first, afterFirst] = takeWord(words);
  if (first === undefined || words.some((word) => /^(-f|--filename)/.test(word))) {
    const { given, server } = parse('kubectl create', VERB_FLAGS.create, words, types);
    return { command: manifestCommand('create', given), server };
  }
  const kind = CREATE_ALIASES[first] ?? first;
  const [second, afterSecond] = kind === 'service' ? takeWord(afterFirst) : [undefined, afterFirst];
  const what = second === undefined ? kind : `${kind} ${second}`;
  const maker = Object.hasOwn(CREATE_MAKERS, what) ? CREATE_MAKERS[what] : undefined;
  if (!maker) throw refusing('verb-not-modelled', `create ${what}`);
  const specs = [...CREATE_FLAGS[what as keyof typeof CREATE_FLAGS], ...VERB_FLAGS.create];
  const path = `kubectl create ${what}`;
  const { given, server } = parse(path, specs, afterSecond, types);
  if (given.args.length !== 1) {
    throw misused(path, `exactly one NAME is required, got ${given.args.length}`);
  }
  const output = given.text('output');
  const dryRun = readDryRun(given);
  if (!isOutput(output, dryRun)) throw refusing('output-not-modelled', output);
  const { namespace, values, args } = given;
  const object = maker({ name: args[0], namespace, values });
  const of = types.find((type) => type.kind === object.kind && type.group === '');
  if (!of) throw refusing('verb-not-modelled', `create ${what}`);
  return {
    command: {
      verb: 'create',
      of,
      object,
      enforced: given.has('namespace'),
      output,
      dryRun,
    },
    server,
  };
}

/** What the server would answer is not printed; what would be sent is. */
const isOutput = (text: string, dryRun: DryRun): text is CreateCommand['output'] =>
  text === '' || text === 'name' || (dryRun === 'client' && (text === 'yaml' || text === 'json'));
