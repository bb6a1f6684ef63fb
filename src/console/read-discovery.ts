/**
 * `api-resources`, `api-versions`, `cluster-info` and `version`: what there is.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/apiresources/apiresources.go
 *             (Validate), apiversions.go, pkg/cmd/clusterinfo/clusterinfo.go
 */
import type { Command } from './command';
import type { Given } from './given';
import { failing } from './refusal';
import { findType } from './types';
import { API_RESOURCES_HINT } from './verbs';

function oneOf<T extends string>(flag: string, given: Given, known: readonly T[]): T {
  const text = given.text(flag);
  const found = known.find((each) => each === text);
  if (found !== undefined) return found;
  if (flag === 'sort-by') {
    const why = '--sort-by accepts only name or kind';
    throw failing(why);
  }
  throw failing(`--${flag} ${text} is not available`);
}

export function readApiResources(given: Given): Command {
  noArguments('api-resources', given);
  return {
    verb: 'api-resources',
    output: oneOf('output', given, ['', 'wide', 'name']),
    sortBy: oneOf('sort-by', given, ['', 'name', 'kind']),
    noHeaders: given.on('no-headers'),
    namespaced: given.has('namespaced') ? given.on('namespaced') : undefined,
    group: given.has('api-group') ? given.text('api-group') : undefined,
    verbs: given.list('verbs'),
    categories: given.list('categories'),
  };
}

export function readApiVersions(given: Given): Command {
  noArguments('api-versions', given);
  return { verb: 'api-versions' };
}

export function readClusterInfo(given: Given): Command {
  noArguments('cluster-info', given);
  return { verb: 'cluster-info' };
}

/** Upstream: pkg/cmd/explain/explain.go (Validate, Run). */
export function readExplain(given: Given): Command {
  const { args, types } = given;
  if (args.length === 0) {
    throw failing(`You must specify the type of resource to explain. ${API_RESOURCES_HINT}\n`);
  }
  if (args.length > 1) throw failing('We accept only this format: explain RESOURCE\n');
  const [word, ...path] = args[0].split('.');
  const of = findType(types, word);
  if (!of) throw failing(`the server doesn't have a resource type ${JSON.stringify(word)}`);
  return { verb: 'explain', of, path, recursive: given.on('recursive') };
}

/** Upstream: pkg/cmd/version/version.go (Validate). */
export function readVersion(given: Given): Command {
  if (given.args.length > 0) throw failing(`extra arguments: [${given.args.join(' ')}]`);
  const output = given.text('output');
  if (output !== '' && output !== 'json' && output !== 'yaml') {
    throw failing("--output must be 'yaml' or 'json'");
  }
  return { verb: 'version', clientOnly: given.on('client'), output };
}

function noArguments(verb: string, { args }: Given): void {
  if (args.length === 0) return;
  const found = `[${args.map((each) => JSON.stringify(each)).join(' ')}]`;
  throw failing(`unexpected arguments: ${found}\nSee 'kubectl ${verb} -h' for help and examples`);
}
