/**
 * What an API server serves, as a client finds it out: all groups, versions and resources.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/discovery/discovery_client.go
 *             (GroupsAndMaybeResources, ServerGroupsAndResources, ServerPreferredResources)
 */
import { compareText, formatGoDuration, type SimDuration, seconds } from '#base';
import { type Effect, type Procedure, performAll, runProcedure } from '#kernel';
import { apiVersionOf } from '../api/resources';
import { type Profile, profileWithin } from '../profile';
import {
  type Aggregated,
  acceptOf,
  type DiscoveredGroup,
  type DiscoveredResource,
  type GroupDocument,
  groupsOf,
  pathOfVersion,
  type ResourceDocument,
  resourcesOfOne,
  splitAggregated,
} from './discovery-documents';
import { errorText, type RestClient, type RestResult, reasonOf } from './rest-client';

/** Longest wait for each answer. Source: defaultTimeout. */
const TIMEOUT = seconds(32);
/** How often what is partly discovered is asked for. Source: defaultRetries. */
const TRIES = 2;

type Failed = Extract<RestResult<unknown>, { ok: false }>;

/** A group version that could not be read, and why; what was said of it where it was asked. */
export interface GroupFailure {
  readonly group: string;
  readonly version: string;
  readonly error: string;
  readonly answer?: Failed;
}

/** A group version and what is in it. */
export interface VersionResources {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly DiscoveredResource[];
}

export interface DiscoveryResult {
  /** Group by group, in the order of discovery. */
  readonly resources: readonly DiscoveredResource[];
  /** What could not be read; the rest was. */
  readonly failures: readonly GroupFailure[];
  /** Nothing could be read, and why. */
  readonly error: Failed | undefined;
}

/** Groups, and what is in them where one document says so. */
export interface GroupsAndMaybeResources {
  readonly groups: readonly DiscoveredGroup[];
  readonly versions: readonly VersionResources[] | undefined;
  readonly failures: readonly GroupFailure[];
}

export type Maybe<T> = { readonly ok: true; readonly value: T } | Failed;

export interface DiscoveryConfig {
  /** Longest wait for each answer; absent: 32 s. */
  readonly timeout?: SimDuration;
}

const EMPTY: Aggregated = { groups: [], versions: [], stale: [] };

export class DiscoveryClient {
  readonly #client: RestClient;
  readonly #profile: Profile;
  readonly timeout: SimDuration;

  /** Upstream: setDiscoveryDefaults. */
  constructor(client: RestClient, profile: Profile, { timeout = TIMEOUT }: DiscoveryConfig = {}) {
    this.#client = client;
    this.#profile = profile;
    this.timeout = timeout;
  }

  *groupsAndMaybeResources(): Procedure<Maybe<GroupsAndMaybeResources>> {
    const groups: DiscoveredGroup[] = [];
    const versions: VersionResources[] = [];
    const failures: GroupFailure[] = [];
    let whole = true;
    for (const root of ['/api', '/apis']) {
      const got = yield* this.#download(root);
      if (!got.ok) return got;
      const { value } = got;
      groups.push(...value.groups);
      if (value.versions) versions.push(...value.versions);
      else whole = false;
      for (const { group, version } of value.stale) {
        const error = `stale GroupVersion discovery: ${apiVersionOf({ group, version })}`;
        failures.push({ group, version, error });
      }
    }
    return { ok: true, value: { groups, versions: whole ? versions : undefined, failures } };
  }

  *serverGroups(): Procedure<Maybe<readonly DiscoveredGroup[]>> {
    const got = yield* this.groupsAndMaybeResources();
    return got.ok ? { ok: true, value: got.value.groups } : got;
  }

  /** Upstream: ServerResourcesForGroupVersion. */
  *resourcesOf(group: string, version: string): Procedure<Maybe<readonly DiscoveredResource[]>> {
    const [got] = yield* performAll([this.#ask(pathOfVersion(group, version))]);
    if (!got.ok) {
      if (group !== '' || version !== 'v1' || !this.#tolerates(got)) return got;
      return { ok: true, value: [] };
    }
    const document = JSON.parse(got.object) as ResourceDocument;
    return { ok: true, value: resourcesOfOne(group, version, document) };
  }

  /** Upstream: ServerGroupsAndResources. */
  *groupsAndResources(): Procedure<DiscoveryResult> {
    for (let tried = 1; ; tried += 1) {
      const result = yield* this.#all();
      if (result.failures.length === 0 || tried === TRIES) return result;
    }
  }

  /**
   * Each resource once: in the version that its group prefers, else in the first that has it.
   * Upstream: ServerPreferredResources.
   */
  *preferredResources(): Procedure<DiscoveryResult> {
    const result = yield* this.groupsAndResources();
    const found = new Map<string, DiscoveredResource>();
    for (const each of result.resources) {
      const key = `${each.group}/${each.resource}`;
      if (each.preferred || !found.has(key)) found.set(key, each);
    }
    return { ...result, resources: [...found.values()] };
  }

  *#all(): Procedure<DiscoveryResult> {
    const got = yield* this.groupsAndMaybeResources();
    if (!got.ok) return { resources: [], failures: [], error: got };
    const { groups, versions, failures } = got.value;
    if (versions) {
      const resources = versions.flatMap((each) => each.resources);
      return { resources, failures, error: undefined };
    }
    return yield* this.#fetch(groups);
  }

  /** All versions at once. Upstream: fetchGroupVersionResources. */
  *#fetch(groups: readonly DiscoveredGroup[]): Procedure<DiscoveryResult> {
    const named = groups.flatMap(({ name: group, versions, preferred }) =>
      versions.map((version) => ({ group, version, preferred: version === preferred })),
    );
    const answers = yield* performAll(
      named.map(
        ({ group, version }): Effect<Maybe<readonly DiscoveredResource[]>> =>
          (resume) =>
            runProcedure(this.resourcesOf(group, version), resume),
      ),
    );
    const resources: DiscoveredResource[] = [];
    const failures: GroupFailure[] = [];
    answers.forEach((answer, index) => {
      const { group, version, preferred } = named[index];
      if (answer.ok) resources.push(...answer.value.map((each) => ({ ...each, preferred })));
      else failures.push({ group, version, error: errorText(answer), answer });
    });
    return { resources, failures, error: undefined };
  }

  /** Upstream: downloadLegacy, downloadAPIs; up to 1.25 ServerGroups. */
  *#download(root: string): Procedure<Maybe<Aggregated>> {
    const [got] = yield* performAll([this.#ask(root, acceptOf(this.#profile))]);
    if (!got.ok) {
      const modern = profileWithin(this.#profile, '1.26');
      const passed = modern ? root === '/api' && isNotFound(got) : this.#tolerates(got);
      return passed ? { ok: true, value: EMPTY } : got;
    }
    return { ok: true, value: read(got.object) };
  }

  #tolerates(failed: Failed): boolean {
    if (isNotFound(failed)) return true;
    return !profileWithin(this.#profile, '1.26') && reasonOf(failed) === 'Forbidden';
  }

  #ask(path: string, accept?: string): Effect<RestResult<string>> {
    const timed = `${path}?timeout=${formatGoDuration(this.timeout)}`;
    return (resume) => runProcedure(this.#client.raw(timed, accept), resume);
  }
}

/** Documents read lately: who asks for them gets the same few. */
const KNOWN = new Map<string, Aggregated>();
const KNOWN_MAX = 16;

function read(text: string): Aggregated {
  const known = KNOWN.get(text);
  if (known) return known;
  const document = JSON.parse(text) as GroupDocument;
  const value: Aggregated = document.items
    ? splitAggregated(document.items)
    : { groups: groupsOf(document), versions: undefined, stale: [] };
  if (KNOWN.size >= KNOWN_MAX) KNOWN.clear();
  KNOWN.set(text, value);
  return value;
}

const isNotFound = (failed: Failed): boolean => reasonOf(failed) === 'NotFound';

/** Upstream: ErrGroupDiscoveryFailed. */
export function discoveryError(failures: readonly GroupFailure[]): string {
  const all = failures.map((each) => `${apiVersionOf(each)}: ${each.error}`);
  const text = all.toSorted(compareText).join(', ');
  return `unable to retrieve the complete list of server APIs: ${text}`;
}
