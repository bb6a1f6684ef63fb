/**
 * The watchers of one cache: hands each event to all of them, tells them now and then how far the
 * cache is, and sends those away that read too slowly.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go
 *             (dispatchEvents, dispatchEvent, startDispatchingBookmarkEventsLocked)
 * Simplified  bookmarks are looked for when one is due, and not once a second. A slow watcher
 *             holds nobody up while it is waited for
 */
import { formatGoDuration, type SimDuration, type SimTime, seconds } from '#base';
import type { Process, RandomStream, Task } from '#kernel';
import { BookmarkBuckets } from './bookmark-buckets';
import type { CacheWatcher } from './cache-watcher';
import { TimeBudget } from './time-budget';
import type { CachedEvent } from './watch-cache';

/** Longest time between two looks for bookmarks. Source: wait.Jitter(time.Second, 0.25). */
const LONGEST_TICK: SimDuration = seconds(1.25);

export interface DispatcherOptions {
  readonly process: Process;
  readonly actor: string;
  readonly resource: string;
  readonly bookmarkPeriod?: SimDuration;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #watchers = new Set<CacheWatcher>();
  readonly #buckets: BookmarkBuckets<CacheWatcher>;
  readonly #budget: TimeBudget;
  /** Those that are waited for. */
  readonly #blocked = new Set<CacheWatcher>();
  /** Version of the last event, or of the last word from etcd; 0 before both. */
  #lastProcessed = 0;
  #ticks: RandomStream | undefined;
  #tick: { readonly task: Task; readonly at: SimTime } | undefined;

  constructor(options: DispatcherOptions) {
    const { process, bookmarkPeriod } = options;
    this.#options = options;
    this.#buckets = new BookmarkBuckets(process.ownTime(), bookmarkPeriod);
    this.#budget = new TimeBudget(process.ownTime());
  }

  get size(): number {
    return this.#watchers.size;
  }

  add(watcher: CacheWatcher, allowBookmarks: boolean): void {
    this.#watchers.add(watcher);
    if (!allowBookmarks) return;
    this.#buckets.add(watcher, this.#options.process.ownTime());
    this.#plan();
  }

  forget(watcher: CacheWatcher): void {
    if (this.#watchers.delete(watcher)) this.#buckets.remove(watcher);
  }

  dispatch(event: CachedEvent): void {
    for (const watcher of this.#watchers) watcher.add(event);
    this.noteProgress(event.revision);
  }

  /** Everything up to this version has been dispatched. */
  noteProgress(revision: number): void {
    const first = this.#lastProcessed === 0;
    this.#lastProcessed = Math.max(this.#lastProcessed, revision);
    if (first) this.#plan();
  }

  terminateAll(): void {
    for (const watcher of [...this.#watchers]) watcher.close();
  }

  /** Waits a little for a watcher whose channels are full, then sends it away. */
  blocked(watcher: CacheWatcher): void {
    if (this.#blocked.has(watcher)) return;
    this.#blocked.add(watcher);
    const { process, actor, resource } = this.#options;
    const budget = this.#budget.takeAvailable(process.ownTime());
    process.later(budget, () => {
      this.#blocked.delete(watcher);
      if (!this.#watchers.has(watcher) || !watcher.full) return;
      const text = `Forcing ${resource} watcher close due to unresponsiveness`;
      process.log(actor, 'info', text);
      const waited = `none of them was read in ${formatGoDuration(budget)}`;
      const reason = `watch ${watcher.id}: ${watcher.waiting} events wait for it, and ${waited}`;
      const fields = { name: 'dispatchEvent', outcome: 'closed', reason, saw: [] };
      process.write('decision', actor, fields);
      watcher.close();
    });
  }

  /** Makes sure that the next bookmark that is due will be looked for. */
  #plan(): void {
    const at = this.#buckets.nextAt;
    if (this.#lastProcessed === 0 || at === undefined) return;
    if (this.#tick && this.#tick.at <= at) return;
    const { process, actor } = this.#options;
    if (this.#tick) process.sim.cancel(this.#tick.task);
    this.#ticks ??= process.random(`${actor}/bookmarks`);
    const wait = Math.max(0, at - process.ownTime()) + this.#ticks.int(0, LONGEST_TICK);
    const task = process.later(wait as SimDuration, () => this.#sendBookmarks());
    this.#tick = { task, at };
  }

  #sendBookmarks(): void {
    this.#tick = undefined;
    const now = this.#options.process.ownTime();
    for (const bucket of this.#buckets.popExpired(now)) {
      for (const watcher of bucket) {
        watcher.addBookmark(this.#lastProcessed);
        this.#buckets.add(watcher, now);
      }
    }
    this.#plan();
  }
}
