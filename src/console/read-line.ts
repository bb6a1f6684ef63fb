/**
 * Reads a command line of kubectl: words, flags, what it names, and what it asks for. Pure: the
 * same line and types give the same answer, and no text makes it throw.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd (get, describe, create, delete,
 *             label, annotate, patch, api-resources, version), github.com/spf13/cobra (unknown
 *             commands)
 * Simplified  there are no kubeconfig, no files and no plugins; contexts and users are the step's
 */
import type { Command, ReadLine } from './command';
import { type Given, parse, takeWord } from './given';
import { manifestCommand } from './manifest-command';
import { readAuth, readScale } from './read-auth';
import { readCreate, readRun } from './read-create';
import { readDelete } from './read-delete';
import {
  readApiResources,
  readApiVersions,
  readClusterInfo,
  readExplain,
  readVersion,
} from './read-discovery';
import { readEdit } from './read-edit';
import { readExpose } from './read-expose';
import { readGet } from './read-get';
import { readPatch } from './read-patch';
import { readRollout } from './read-rollout';
import { readWait } from './read-wait';
import { failing, type Refusal, Refused, refusing } from './refusal';
import { suggestVerbs } from './suggest';
import type { ResourceType } from './types';
import {
  API_RESOURCES_HINT,
  CHUNK_SIZE,
  isVerb,
  OF_CONTAINERS,
  OTHER_VERBS,
  VERB_FLAGS,
  type VerbName,
} from './verbs';
import { splitWords } from './words';

export type Reading =
  | { readonly ok: true; readonly line: ReadLine }
  | { readonly ok: false; readonly refusal: Refusal };

const READERS: Readonly<Record<VerbName, (given: Given) => Command>> = {
  get: readGet,
  describe: readDescribe,
  apply: (given) => manifestCommand('apply', given),
  replace: (given) => manifestCommand('replace', given),
  create: () => {
    throw failing('must specify one of -f and -k');
  },
  run: () => {
    throw failing('NAME is required for run');
  },
  delete: readDelete,
  label: (given) => readEdit('label', given),
  annotate: (given) => readEdit('annotate', given),
  patch: readPatch,
  'api-resources': readApiResources,
  'api-versions': readApiVersions,
  version: readVersion,
  'cluster-info': readClusterInfo,
  auth: readAuth,
  explain: readExplain,
  scale: readScale,
  expose: readExpose,
  rollout: readRollout,
  wait: readWait,
};

export function readLine(line: string, types: readonly ResourceType[]): Reading {
  try {
    return { ok: true, line: read(line, types) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

function read(line: string, types: readonly ResourceType[]): ReadLine {
  const split = splitWords(line);
  if (!split.ok) throw refusing(split.fault, split.detail);
  const words = split.words[0] === 'kubectl' ? split.words.slice(1) : split.words;
  if (words.length === 0) throw refusing('empty');
  const [verb, rest] = takeWord(words);
  if (verb === undefined || verb === 'help') throw refusing('help', rest[0] ?? '');
  if (!isVerb(verb)) throw unknownVerb(verb);
  if (verb === 'create') return readCreate(rest, types);
  return verb === 'run' ? readRun(rest, types) : readVerb(verb, rest, types);
}

function unknownVerb(verb: string): Refused {
  if (verb === 'top') return failing('Metrics API not available');
  if (OF_CONTAINERS.includes(verb)) return refusing('nothing-runs', verb);
  if (OTHER_VERBS.includes(verb)) return refusing('verb-not-modelled', verb);
  const near = suggestVerbs(verb);
  const hint = near.length === 0 ? '' : `\n\nDid you mean this?\n\t${near.join('\n\t')}\n`;
  return failing(`unknown command ${JSON.stringify(verb)} for "kubectl"${hint}`);
}

function readVerb(verb: VerbName, words: readonly string[], types: readonly ResourceType[]) {
  const { given, server } = parse(`kubectl ${verb}`, VERB_FLAGS[verb], words, types);
  return { command: READERS[verb](given), server };
}

function readDescribe(given: Given): Command {
  const files = given.list('filename');
  if (files.length > 0) throw refusing('only-stdin', files[0]);
  if (given.args.length === 0) {
    throw failing(`You must specify the type of resource to describe. ${API_RESOURCES_HINT}\n`);
  }
  return {
    verb: 'describe',
    selection: given.selection({}),
    chunkSize: given.number('chunk-size', CHUNK_SIZE),
    showEvents: given.text('show-events') !== 'false',
  };
}
