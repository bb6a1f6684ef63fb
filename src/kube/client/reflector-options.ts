/** What a reflector is given, and where it puts what it learns. */
import type { SimDuration } from '#base';
import type { Process } from '#kernel';
import type { ApiResource, KubeObject } from '../api/objects';
import type { BackoffOptions } from './backoff';
import type { RestClient } from './rest-client';

/** Where a reflector puts what it learns. Upstream: cache.Store of a DeltaFIFO. */
export interface ReflectorStore {
  added(object: KubeObject): void;
  updated(object: KubeObject): void;
  deleted(object: KubeObject): void;
  /** The whole content; what is not in it has gone. */
  replaced(items: readonly KubeObject[]): void;
  /** Tells of everything again. @returns why it cannot. */
  resync?(): string | undefined;
  /** The version of each event, bookmarks too. Upstream: ResourceVersionUpdater. */
  updateResourceVersion?(version: string): void;
}

export interface ReflectorOptions {
  readonly process: Process;
  /** Writes the machine's states and log lines. */
  readonly actor: string;
  readonly client: RestClient;
  readonly of: ApiResource;
  /** "" for all namespaces. */
  readonly namespace: string;
  readonly fieldSelector?: string;
  readonly store: ReflectorStore;
  /** Name in log lines: where upstream made it. */
  readonly name: string;
  /** How often the store tells of everything again; absent or 0: never. */
  readonly resyncPeriod?: SimDuration;
  /** Asked when it is time; absent: yes. */
  readonly shouldResync?: () => boolean;
  /** Objects that are asked for at once. Upstream: WatchListPageSize. */
  readonly pageSize?: number;
  /** Hears why a list-and-watch has failed; absent: it is logged. Upstream: WatchErrorHandler. */
  readonly onWatchError?: (error: string) => void;
  /** For so long a watch is opened again after internal errors; absent or 0: not at all. */
  readonly maxInternalErrorRetryDuration?: SimDuration;
  /** Waits that are not those of every reflector. */
  readonly backoff?: BackoffOptions;
}
