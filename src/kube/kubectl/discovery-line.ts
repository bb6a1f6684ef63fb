/**
 * `api-resources` and `api-versions`: what discovery says.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/apiresources (RunAPIResources,
 *             sortableResource, RunAPIVersions)
 * Simplified  a file of what was discovered is not kept, so both verbs ask
 */
import { compareText } from '#base';
import { type ApiResourcesCommand, alignTabs, TABLE_TABS } from '#console';
import type { Procedure } from '#kernel';
import { DiscoveryClient, discoveryError } from '../client/discovery';
import type { DiscoveredResource } from '../client/discovery-documents';
import { profileWithin } from '../profile';
import type { LineCall } from './line-call';

type Row = DiscoveredResource;

const named = (group: string, version: string): string =>
  group === '' ? version : `${group}/${version}`;

export function* runApiVersions(call: LineCall): Procedure<void> {
  const groups = yield* new DiscoveryClient(call.client, call.profile).serverGroups();
  if (!groups.ok) {
    call.fail([groups]);
    return;
  }
  const lines = groups.value.flatMap(({ name, versions }) =>
    versions.map((version) => named(name, version)),
  );
  if (lines.length > 0) call.say(lines.sort(compareText).join('\n'));
}

export function* runApiResources(call: LineCall, command: ApiResourcesCommand): Procedure<void> {
  const discovery = new DiscoveryClient(call.client, call.profile);
  const { resources, failures, error } = yield* discovery.preferredResources();
  if (error) {
    call.fail([error]);
    return;
  }
  const { namespaced, group, verbs, categories, output } = command;
  const rows = resources
    .filter(
      (row) =>
        row.verbs.length > 0 &&
        (namespaced === undefined || row.namespaced === namespaced) &&
        (group === undefined || row.group === group) &&
        verbs.every((verb) => row.verbs.includes(verb)) &&
        categories.every((category) => row.categories?.includes(category)),
    )
    .toSorted(orderOf(command));
  const lines = output === 'name' ? rows.map(nameOf) : tableOf(call, command, rows);
  call.say(lines.join('\n'));
  // What was found is said all the same.
  if (failures.length > 0) call.say(`error: ${discoveryError(failures)}`, 'error');
}

/** Upstream: sortableResource. */
const orderOf =
  ({ sortBy }: ApiResourcesCommand) =>
  (a: Row, b: Row): number => {
    if (sortBy === 'name')
      return compareText(a.resource, b.resource) || compareText(a.group, b.group);
    if (sortBy === 'kind') return compareText(a.kind, b.kind) || compareText(a.group, b.group);
    return compareText(a.group, b.group) || compareText(a.resource, b.resource);
  };

const nameOf = ({ resource, group }: Row): string =>
  group === '' ? resource : `${resource}.${group}`;

function tableOf(
  { profile }: LineCall,
  { output, noHeaders }: ApiResourcesCommand,
  rows: readonly Row[],
): readonly string[] {
  const wide = output === 'wide';
  // Categories are a column since 1.26.
  const withCategories = wide && profileWithin(profile, '1.26');
  const head = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'];
  if (wide) head.push('VERBS');
  if (withCategories) head.push('CATEGORIES');
  const cells = rows.map((row) => [
    row.resource,
    (row.shortNames ?? []).join(','),
    named(row.group, row.version),
    String(row.namespaced),
    row.kind,
    ...(wide ? [withCategories ? row.verbs.join(',') : `[${row.verbs.join(' ')}]`] : []),
    ...(withCategories ? [(row.categories ?? []).join(',')] : []),
  ]);
  const all = noHeaders ? cells : [head, ...cells];
  return all.length === 0
    ? []
    : alignTabs(all.map((row) => row.join('\t')).join('\n'), TABLE_TABS).split('\n');
}
