/**
 * The REST API of a server out of its options and parts.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/instance.go (InstallAPIs),
 *             staging/src/k8s.io/apiserver/pkg/server/options/etcd.go
 */
import { seconds } from '#base';
import { enabledVersions, isBuiltIn, resourceKnown } from '../api/api-groups';
import type { ApiResource } from '../api/objects';
import { NAMESPACES } from '../api/resources';
import { admissionChain } from './admission';
import { crdInformerPart } from './hooks/aggregator-informers';
import { gateEnabled } from './options';
import type { RestHandler, WatchCacheOptions } from './registry';
import { deprecationsOf } from './registry/deprecations';
import type { ServerContext } from './server-context';

export function restHandler(context: ServerContext): RestHandler {
  const { process, options, informers, loopback, storage, allocators } = context;
  const actor = context.actor('apiserver');
  const rest: RestHandler = context.hookBodies.restHandler({
    process,
    actor,
    storage,
    etcdPrefix: options.etcdPrefix,
    eventTtlSeconds: Math.floor(options.eventTTL / seconds(1)),
    kindRules: context.hookBodies.kindRules,
    requestTimeout: options.requestTimeout,
    minRequestTimeout: options.minRequestTimeout,
    admission: admissionChain({
      process,
      actor,
      namespaces: informers.informerFor(NAMESPACES),
      client: loopback,
      disabled: options.disableAdmissionPlugins,
      priorityClasses: { list: () => rest.priorityClasses() },
    }),
    allocators,
    access: options,
    definitions: { get: (_none, name) => context.part(crdInformerPart).get('', name) },
    watchCache: watchCacheOptions(context),
    deprecation: deprecationsOf(options.profile),
    subresources: {
      loopback,
      issuers: options.serviceAccountIssuers,
      audiences: options.apiAudiences,
      gate: (name) => gateEnabled(options.profile, options.featureGates, name),
    },
    retryGenerateName: gateEnabled(options.profile, options.featureGates, 'RetryGenerateName'),
    transforms: context.hookBodies.transforms?.({
      profile: options.profile,
      wallMs: () => process.wallMs(),
    }),
    pages: gateEnabled(options.profile, options.featureGates, 'APIListChunking'),
  });
  return rest;
}

function watchCacheOptions({ options, switches }: ServerContext): WatchCacheOptions {
  const gate = (name: string) => gateEnabled(options.profile, options.featureGates, name);
  const off = switches.sendInitialEventsKnown ? 'off' : 'unknown';
  return {
    enabled: options.watchCache,
    consistentLists: gate('ConsistentListFromCache'),
    initialEvents: gate('WatchList') ? 'on' : off,
    resilient: switches.resilientWatchCache,
  };
}

export type Named = Pick<ApiResource, 'group' | 'version' | 'resource'>;

/** What a server has of the API. Every request asks; the answers stay while the server lives. */
export interface Installed {
  readonly resource: (resource: Named) => boolean;
  /** Whether the version of a built-in group is served. */
  readonly version: (of: Pick<Named, 'group' | 'version'>) => boolean;
}

export function installedBy({ options }: ServerContext): Installed {
  const versions = new Map<string, ReadonlySet<string>>();
  const has: Installed['version'] = ({ group, version }) => {
    let served = versions.get(group);
    if (!served) {
      served = new Set(enabledVersions(options, group).map((each) => each.version));
      versions.set(group, served);
    }
    return served.has(version);
  };
  const known = new WeakMap<object, boolean>();
  return {
    // Asked of every request, and those that are alike share their fields.
    resource: (resource) => {
      const before = known.get(resource);
      if (before !== undefined) return before;
      const here = !isBuiltIn(resource.group) || has(resource);
      const served = here && resourceKnown(options.profile, resource);
      known.set(resource, served);
      return served;
    },
    version: has,
  };
}
