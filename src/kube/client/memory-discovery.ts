/**
 * Discovery that is remembered: all of it is asked for once, and again only when it is invalidated.
 * What failed for a while is asked for again each time it is read.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go
 */
import type { Procedure } from '#kernel';
import { apiVersionOf } from '../api/resources';
import { DiscoveryClient, type GroupFailure, type Maybe } from './discovery';
import type { DiscoveredGroup, DiscoveredResource } from './discovery-documents';
import { errorText } from './rest-client';

export { DiscoveryClient };

/** What a failed answer is, as far as it matters here. */
type Failure = Omit<GroupFailure, 'group' | 'version'>;
type Entry = { readonly resources: readonly DiscoveredResource[] } | Failure;
export type Remembered<T> = { readonly ok: true; readonly value: T } | Failed;
type Failed = { readonly ok: false; readonly error: string };

const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/** Upstream: isTransientError. */
function isTransient({ answer }: Failure): boolean {
  if (!answer) return false;
  const { transport = '', status } = answer;
  if (!status) return /connection (refused|reset)/.test(transport);
  const { code = 0 } = status;
  return code >= FIRST_SERVER_ERROR || code === TOO_MANY_REQUESTS;
}

export type DiscoverySource = Pick<DiscoveryClient, 'groupsAndMaybeResources' | 'resourcesOf'>;

export class MemoryDiscovery {
  readonly #source: DiscoverySource;
  /** Hears of what could not be read. Upstream: utilruntime.HandleError. */
  readonly #onError: (text: string) => void;
  readonly #entries = new Map<string, Entry>();
  #groups: readonly DiscoveredGroup[] = [];
  #valid = false;

  constructor(source: DiscoverySource, onError: (text: string) => void) {
    this.#source = source;
    this.#onError = onError;
  }

  /** Whether all was asked for: who does not find something need not invalidate. */
  get fresh(): boolean {
    return this.#valid;
  }

  invalidate(): void {
    this.#valid = false;
    this.#entries.clear();
    this.#groups = [];
  }

  *serverGroups(): Procedure<Remembered<readonly DiscoveredGroup[]>> {
    const failed = yield* this.#fill();
    return failed ?? { ok: true, value: this.#groups };
  }

  *resourcesOf(
    group: string,
    version: string,
  ): Procedure<Remembered<readonly DiscoveredResource[]>> {
    const failed = yield* this.#fill();
    if (failed) return failed;
    const key = apiVersionOf({ group, version });
    let entry = this.#entries.get(key);
    if (!entry) return { ok: false, error: 'not found' };
    if ('error' in entry && isTransient(entry)) {
      entry = yield* this.#ask(group, version);
      this.#entries.set(key, entry);
    }
    if ('error' in entry) return { ok: false, error: entry.error };
    return { ok: true, value: entry.resources };
  }

  /** Upstream: refreshLocked. @returns why it cannot be filled. */
  *#fill(): Procedure<Failed | undefined> {
    if (this.#valid) return undefined;
    const got = yield* this.#source.groupsAndMaybeResources();
    if (!got.ok || got.value.groups.length === 0) {
      const error = got.ok ? undefined : errorText(got);
      this.#onError(`couldn't get current server API group list: ${error ?? '<nil>'}`);
      return error === undefined ? undefined : { ok: false, error };
    }
    const { groups, versions, failures } = got.value;
    this.#entries.clear();
    if (versions) {
      for (const { resources, ...each } of versions) {
        this.#entries.set(apiVersionOf(each), { resources });
      }
      for (const each of failures) this.#entries.set(apiVersionOf(each), each);
    } else {
      for (const { name, versions: of } of groups) {
        for (const version of of) {
          const entry = yield* this.#ask(name, version);
          this.#entries.set(apiVersionOf({ group: name, version }), entry);
        }
      }
    }
    this.#groups = groups;
    this.#valid = true;
    return undefined;
  }

  *#ask(group: string, version: string): Procedure<Entry> {
    const got: Maybe<readonly DiscoveredResource[]> = yield* this.#source.resourcesOf(
      group,
      version,
    );
    const which = apiVersionOf({ group, version });
    let entry: Entry;
    if (!got.ok) entry = { error: errorText(got), answer: got };
    else if (got.value.length > 0) entry = { resources: got.value };
    else entry = { error: `Got empty response for: ${which}` };
    if ('error' in entry) this.#onError(`couldn't get resource list for ${which}: ${entry.error}`);
    return entry;
  }
}
