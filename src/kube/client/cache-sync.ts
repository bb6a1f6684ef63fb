/**
 * Waits until informers have taken in their first list.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/shared_informer.go
 *             (WaitForCacheSync, WaitForNamedCacheSync)
 */
import { millis, type SimDuration } from '#base';
import { type Procedure, type Process, perform } from '#kernel';

/** How often it looks. Source: syncedPollPeriod. */
const SYNCED_POLL_PERIOD = millis(100);

/** What fills, and says when it has. */
export interface Syncing {
  readonly hasSynced: boolean;
  /** Calls back once: now where it has, else as soon as it has. */
  whenSynced(run: () => void): void;
}

/** Looks at once, then every 100 ms: it goes on at the first look at which all have filled. */
export function* waitForCacheSync(process: Process, caches: readonly Syncing[]): Procedure<void> {
  const since = process.ownTime();
  for (const cache of caches) {
    if (!cache.hasSynced) yield* perform<void>((resume) => cache.whenSynced(resume));
  }
  const late = (process.ownTime() - since) % SYNCED_POLL_PERIOD;
  if (late === 0) return;
  const rest = (SYNCED_POLL_PERIOD - late) as SimDuration;
  yield* perform<void>((resume) => process.later(rest, resume));
}

/** The same, and says so in the log of whoever waits. */
export function* waitForNamedCacheSync(
  { process, actor }: { readonly process: Process; readonly actor: string },
  name: string,
  caches: readonly Syncing[],
): Procedure<void> {
  process.log(actor, 'info', `Waiting for caches to sync for ${name}`);
  yield* waitForCacheSync(process, caches);
  process.log(actor, 'info', `Caches are synced for ${name}`);
}
