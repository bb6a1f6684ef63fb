/**
 * `api-resources` and `api-versions`: what there is to name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/apiresources/apiresources.go
 *             (RunAPIResources, sortableResource), apiversions.go
 * Simplified  lists the kinds that are stored here, each in its preferred version
 */
import { compareText } from '#base';
import type { Command } from './command';
import type { Given } from './given';
import { failing } from './refusal';
import { groupResourceOf, type ResourceType } from './types';

/** Room between columns, and the least width of one. Source: printers.GetNewTabWriter. */
const GAP = 3;
const LEAST = 6;

const apiVersionOf = ({ group, version }: ResourceType): string =>
  group === '' ? version : `${group}/${version}`;

export function readApiResources(given: Given): Command {
  noArguments('api-resources', given);
  const output = given.text('output');
  if (output !== '' && output !== 'wide' && output !== 'name') {
    throw failing(`--output ${output} is not available`);
  }
  const { types } = given;
  const asked = types.filter(
    (type) =>
      (!given.has('namespaced') || given.on('namespaced') === type.namespaced) &&
      (!given.has('api-group') || given.text('api-group') === type.group),
  );
  const sorted = asked.toSorted(
    (a, b) => compareText(a.group, b.group) || compareText(a.resource, b.resource),
  );
  if (output === 'name') return { verb: 'known', lines: sorted.map(groupResourceOf) };
  const rows = sorted.map((type) => [
    type.resource,
    (type.shortNames ?? []).join(','),
    apiVersionOf(type),
    String(type.namespaced),
    type.kind,
  ]);
  const head = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'];
  return { verb: 'known', lines: aligned(given.on('no-headers') ? rows : [head, ...rows]) };
}

export function readApiVersions(given: Given): Command {
  noArguments('api-versions', given);
  return { verb: 'known', lines: [...new Set(given.types.map(apiVersionOf))].sort(compareText) };
}

function noArguments(verb: string, { args }: Given): void {
  if (args.length === 0) return;
  const found = `[${args.map((each) => JSON.stringify(each)).join(' ')}]`;
  throw failing(`unexpected arguments: ${found}\nSee 'kubectl ${verb} -h' for help and examples`);
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? LEAST - GAP, cell.length)),
    [],
  );
  return rows.map((row) => {
    const last = row.length - 1;
    return row.map((cell, at) => (at === last ? cell : cell.padEnd(widths[at] + GAP))).join('');
  });
}
