/**
 * The documents of discovery: which groups, versions and resources there are.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/discovery (legacy.go,
 *             root.go, group.go, version.go, aggregated/handler.go, aggregated/negotiation.go),
 *             kube-aggregator pkg/apiserver/handler_apis.go,
 *             kube-aggregator pkg/apiserver/handler_discovery.go
 * Simplified  a group of a definition is listed as soon as the definition is in force, not with its
 *             APIService; no ETag; versions of extension servers come after those of a group that
 *             are served here
 */
import type { ServingOptions } from '../../api/api-groups';
import type { KubeObject } from '../../api/objects';
import { type Profile, profileWithin } from '../../profile';
import type { Extensions } from './extensions';
import type { GenericAPIServer, PathHandler } from './generic-api-server';
import {
  builtInGroup,
  builtInGroups,
  customGroups,
  type GroupRows,
  type VersionRows,
  withExtensions,
} from './group-rows';
import type { ResourceRow } from './resource-rows';

export interface DiscoveryOptions extends ServingOptions {
  /** Host and port that clients of any network shall use. */
  readonly address: string;
  /** Gate AggregatedDiscoveryEndpoint. */
  readonly aggregated: boolean;
  /** CustomResourceDefinitions that the server knows now. */
  readonly definitions: () => readonly KubeObject[];
  readonly extensions: Extensions;
}

const named = (group: string, version: string): string =>
  group === '' ? version : `${group}/${version}`;

function groupDocument({ name, versions }: GroupRows) {
  const list = versions.map(({ version }) => ({ groupVersion: named(name, version), version }));
  return { name, versions: list, preferredVersion: list[0] };
}

function resourceList(group: string, { version, resources }: VersionRows) {
  const kind = 'APIResourceList';
  const head = group === '' ? { kind } : { kind, apiVersion: 'v1' };
  return { ...head, groupVersion: named(group, version), resources };
}

/** Resources with their subresources inside them. Upstream: ConvertGroupVersionIntoToDiscovery. */
function discovered(
  group: string,
  version: string,
  rows: readonly ResourceRow[],
): readonly object[] {
  const kindOf = (row: ResourceRow) => ({
    group: row.group ?? group,
    version: row.version ?? version,
    kind: row.kind,
  });
  return rows
    .filter(({ name }) => !name.includes('/'))
    .map((row) => {
      const { name, namespaced, kind, singularName, verbs, shortNames, categories } = row;
      const subresources = rows
        .filter((each) => each.name.startsWith(`${name}/`))
        .map((each) => ({
          subresource: each.name.slice(name.length + 1),
          responseKind: kindOf(each),
          verbs: each.verbs,
        }));
      return {
        resource: name,
        responseKind: kindOf(row),
        scope: namespaced ? 'Namespaced' : 'Cluster',
        singularResource: singularName || kind.toLowerCase(),
        verbs,
        ...(shortNames ? { shortNames } : {}),
        ...(categories ? { categories } : {}),
        ...(subresources.length === 0 ? {} : { subresources }),
      };
    });
}

/** All in one document. Upstream: APIGroupDiscoveryList. */
const aggregatedDocument = (apiVersion: string, groups: readonly GroupRows[]): object => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion,
  metadata: {},
  items: groups.map(({ name, versions }) => ({
    metadata: { ...(name === '' ? {} : { name }), creationTimestamp: null },
    versions: versions.map(({ version, resources, extension }) =>
      extension
        ? { version, freshness: 'Stale' }
        : { version, resources: discovered(name, version, resources), freshness: 'Current' },
    ),
  })),
});

const AGGREGATED_GROUP = 'apidiscovery.k8s.io';

/** The form that is wanted of all in one document; undefined where it is not. */
function aggregatedVersion(options: DiscoveryOptions, accept = ''): string | undefined {
  if (!options.aggregated) return undefined;
  const versions = profileWithin(options.profile, '1.30') ? ['v2', 'v2beta1'] : ['v2beta1'];
  for (const clause of accept.split(',')) {
    const [type, ...params] = clause.split(';').map((part) => part.trim());
    const has = (param: string) => params.includes(param);
    if (type !== 'application/json') continue;
    if (!params.some((param) => param.startsWith('as='))) return undefined;
    if (!has(`g=${AGGREGATED_GROUP}`) || !has('as=APIGroupDiscoveryList')) continue;
    const version = versions.find((each) => has(`v=${each}`));
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Texts of the document of all groups, by its version; those who start all ask for it. */
const aggregated = new WeakMap<readonly GroupRows[], Map<string, string>>();

function aggregatedText(apiVersion: string, groups: readonly GroupRows[]): string {
  const texts = aggregated.get(groups) ?? new Map<string, string>();
  aggregated.set(groups, texts);
  const text = texts.get(apiVersion) ?? JSON.stringify(aggregatedDocument(apiVersion, groups));
  texts.set(apiVersion, text);
  return text;
}

const JSON_TYPE = 'application/json';

/** Written when somebody asks for the first time. */
function said(document: object): PathHandler {
  let body: string | undefined;
  return (_query, reply) => {
    body ??= JSON.stringify(document);
    reply({ status: 200, contentType: JSON_TYPE, body });
  };
}

/** Either the plain document, or all groups in one. */
const negotiated =
  (
    options: DiscoveryOptions,
    groups: () => readonly GroupRows[],
    plain: () => object,
  ): PathHandler =>
  (query, reply, accept) => {
    const version = aggregatedVersion(options, accept);
    if (version === undefined) {
      said(plain())(query, reply);
      return;
    }
    const apiVersion = `${AGGREGATED_GROUP}/${version}`;
    const contentType = `${JSON_TYPE};g=${AGGREGATED_GROUP};v=${version};as=APIGroupDiscoveryList`;
    reply({ status: 200, contentType, body: aggregatedText(apiVersion, groups()) });
  };

/** What is built in, and the handlers of the paths below the roots. */
interface BuiltIn {
  /** The core group alone. */
  readonly core: readonly GroupRows[];
  readonly groups: readonly GroupRows[];
  readonly paths: readonly (readonly [string, PathHandler])[];
}

/** By what --runtime-config says and version: the same for each start of a server. */
const known = new WeakMap<ServingOptions['runtimeConfig'], Map<Profile, BuiltIn>>();

function builtIn({ runtimeConfig, profile }: ServingOptions): BuiltIn {
  const made = known.get(runtimeConfig) ?? new Map<Profile, BuiltIn>();
  known.set(runtimeConfig, made);
  const before = made.get(profile);
  if (before) return before;
  const options = { runtimeConfig, profile };
  const groups = builtInGroups(options);
  const core = [builtInGroup(options, '')];
  const fresh = { core, groups, paths: groups.flatMap(pathsOf) };
  made.set(profile, fresh);
  return fresh;
}

/** The handler of each path that is known from the start. */
function builtInHandlers(options: DiscoveryOptions): ReadonlyMap<string, PathHandler> {
  const handlers = new Map<string, PathHandler>();
  const { core, groups, paths } = builtIn(options);
  const [first] = core[0].versions;
  if (first) {
    const addresses = [{ clientCIDR: '0.0.0.0/0', serverAddress: options.address }];
    const legacy = { kind: 'APIVersions', versions: [first.version] };
    const document = { ...legacy, serverAddressByClientCIDRs: addresses };
    handlers.set(
      '/api',
      negotiated(
        options,
        () => core,
        () => document,
      ),
    );
    handlers.set(`/api/${first.version}`, said(resourceList('', first)));
  }
  const all = () => {
    const custom = customGroups(options.definitions());
    return withExtensions(
      custom.length === 0 ? groups : [...groups, ...custom],
      options.extensions,
    );
  };
  const list = () => ({ kind: 'APIGroupList', apiVersion: 'v1', groups: all().map(groupDocument) });
  handlers.set('/apis', negotiated(options, all, list));
  for (const [path, handler] of paths) handlers.set(path, handler);
  return handlers;
}

function pathsOf(group: GroupRows): readonly (readonly [string, PathHandler])[] {
  const own = { kind: 'APIGroup', apiVersion: 'v1', ...groupDocument(group) };
  return [
    [`/apis/${group.name}`, said(own)],
    ...group.versions.map(
      (each) =>
        [`/apis/${group.name}/${each.version}`, said(resourceList(group.name, each))] as const,
    ),
  ];
}

/** Answers the paths of discovery, which those who install the groups have listed. */
export function serveDiscovery(server: GenericAPIServer, options: DiscoveryOptions): void {
  for (const [path, handler] of builtInHandlers(options)) server.handleUnlisted(path, handler);
  const custom = () => withExtensions(customGroups(options.definitions()), options.extensions);
  server.handleOthers((path) => {
    if (!path.startsWith('/apis/')) return undefined;
    const [name, version] = path.slice('/apis/'.length).split('/');
    const { extensions } = options;
    const refusal = version === undefined ? undefined : extensions.refusal(name, version);
    if (refusal) return (_query, reply) => reply(refusal);
    const group = custom().find((each) => each.name === name);
    return group && pathsOf(group).find(([own]) => own === path)?.[1];
  });
}
