/**
 * `api-resources`, `api-versions`, `cluster-info` and `version`: what there is.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/apiresources/apiresources.go
 *             (Validate), apiversions.go, pkg/cmd/clusterinfo/clusterinfo.go
 */
import type { Command } from './command';
import type { Given } from './given';
import { failing } from './refusal';

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

export const readVersion = (given: Given): Command => ({
  verb: 'version',
  clientOnly: given.on('client'),
});

function noArguments(verb: string, { args }: Given): void {
  if (args.length === 0) return;
  const found = `[${args.map((each) => JSON.stringify(each)).join(' ')}]`;
  throw failing(`unexpected arguments: ${found}\nSee 'kubectl ${verb} -h' for help and examples`);
}
