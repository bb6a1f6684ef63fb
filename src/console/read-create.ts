/** `create -f -`, the verbs under `create`, and `run`. */
import type { CreateCommand, ReadLine } from './command';
import { CREATE_MAKERS, type Maker } from './create-objects';
import { runPod } from './create-workloads';
import { type DryRun, readDryRun } from './dry-run';
import type { FlagSpec } from './flags';
import { parse, takeWord } from './given';
import { manifestCommand } from './manifest-command';
import { failing, misused, Refused, refusing } from './refusal';
import type { ResourceType } from './types';
import {
  CREATE_ALIASES,
  CREATE_FLAGS,
  CREATE_GROUPS,
  OTHER_CREATES,
  REQUIRED_FLAGS,
  VERB_FLAGS,
} from './verbs';

export function readCreate(words: readonly string[], types: readonly ResourceType[]): ReadLine {
  const [first, afterFirst] = takeWord(words);
  if (first === undefined || words.some((word) => /^(-f|--filename)/.test(word))) {
    const { given, server } = parse('kubectl create', VERB_FLAGS.create, words, types);
    return { command: manifestCommand('create', given), server };
  }
  const kind = CREATE_ALIASES[first] ?? first;
  const inner = CREATE_GROUPS.includes(kind);
  const [second, afterSecond] = inner ? takeWord(afterFirst) : [undefined, afterFirst];
  const what = second === undefined ? kind : `${kind} ${second}`;
  const maker = Object.hasOwn(CREATE_MAKERS, what) ? CREATE_MAKERS[what] : undefined;
  if (!maker) throw notMade(kind, what, second);
  const specs = [...CREATE_FLAGS[what as keyof typeof CREATE_FLAGS], ...VERB_FLAGS.create];
  return readMade({ act: 'create', what, specs, maker }, afterSecond, types);
}

/** `run NAME --image=...`: a Pod. */
export const readRun = (words: readonly string[], types: readonly ResourceType[]): ReadLine =>
  readMade({ act: 'run', what: '', specs: VERB_FLAGS.run, maker: runPod }, words, types);

function notMade(kind: string, what: string, second: string | undefined): Refused {
  if (OTHER_CREATES.includes(what)) return refusing('create-not-modelled', `create ${what}`);
  if (CREATE_GROUPS.includes(kind)) {
    const path = `kubectl create ${kind}`;
    if (second === undefined) return refusing('help', `create ${kind}`);
    return misused(path, `unknown command ${JSON.stringify(second)}`);
  }
  const { message } = misused('kubectl create', `unknown command ${JSON.stringify(what)}`);
  const text = `Error: must specify one of -f and -k\n\n${message}`;
  return new Refused({ by: 'kubectl', text });
}

interface Making {
  readonly act: CreateCommand['act'];
  /** The words after `create`; "" for `run`. */
  readonly what: string;
  readonly specs: readonly FlagSpec[];
  readonly maker: Maker;
}

function readMade(
  { act, what, specs, maker }: Making,
  words: readonly string[],
  types: readonly ResourceType[],
): ReadLine {
  const path = `kubectl ${act} ${what}`.trim();
  const dash = words.indexOf('--');
  const [own, command] = dash < 0 ? [words, []] : [words.slice(0, dash), words.slice(dash + 1)];
  const { given, server } = parse(path, specs, own, types);
  const missing = (REQUIRED_FLAGS[what || act] ?? []).filter((name) => !given.has(name));
  if (missing.length > 0) {
    throw failing(`required flag(s) ${missing.map((name) => `"${name}"`).join(', ')} not set`);
  }
  const { namespace, values } = given;
  const [name, ...extra] = given.args;
  if (act === 'run' && name === undefined) throw misused(path, 'NAME is required for run');
  if (act !== 'run' && given.args.length !== 1) {
    throw misused(path, `exactly one NAME is required, got ${given.args.length}`);
  }
  const output = given.text('output');
  const dryRun = readDryRun(given);
  if (!isOutput(output, dryRun)) throw refusing('output-not-modelled', output);
  const object = maker({ name, namespace, values, command: [...extra, ...command] });
  const of = types.find(
    ({ kind, group, version }) =>
      kind === object.kind &&
      object.apiVersion === (group === '' ? version : `${group}/${version}`),
  );
  if (!of) throw refusing('create-not-modelled', `${act} ${what}`.trim());
  const enforced = given.has('namespace');
  return { command: { verb: 'create', of, object, enforced, output, dryRun, act }, server };
}

/** What the server would answer is not printed; what would be sent is. */
const isOutput = (text: string, dryRun: DryRun): text is CreateCommand['output'] =>
  text === '' || text === 'name' || (dryRun === 'client' && (text === 'yaml' || text === 'json'));
