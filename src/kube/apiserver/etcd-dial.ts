/**
 * Waits for a channel to etcd, as making a client does: it blocks until the connection is up.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/apiserver/pkg/storage/storagebackend/factory/etcd3.go
 *             (newETCD3Client: DialTimeout, WithBlock), grpc-go backoff
 */
import { micros, seconds } from '#base';
import type { Process } from '#kernel';
import type { EtcdClient } from './storage/etcd-client';

/** How long making a client waits for the connection. Upstream: dialTimeout. */
const DIAL_TIMEOUT = seconds(20);
/** First and longest wait before the next attempt. Source: grpc-go backoff.DefaultConfig. */
const RETRY_MIN_US = seconds(1);
const RETRY_MAX_US = seconds(120);
/** Growth of that wait, in tenths. Same source. */
const RETRY_GROWTH_TENTHS = 16;
/** What the wait ends with. Source: Go context.DeadlineExceeded. */
const TIMED_OUT = 'context deadline exceeded';

/** @param done hears once: nothing when the channel is up, or the error's text. */
export function blockUntilConnected(
  process: Process,
  client: EtcdClient,
  done: (error: string | undefined) => void,
): void {
  let over = false;
  const end = (error: string | undefined): void => {
    if (over) return;
    over = true;
    process.sim.cancel(deadline);
    done(error);
  };
  const deadline = process.later(DIAL_TIMEOUT, () => end(TIMED_OUT));
  const attempt = (waitUs: number): void => {
    client.connect((failure) => {
      if (over) return;
      if (failure === undefined) {
        end(undefined);
        return;
      }
      const longer = Math.min(Math.floor((waitUs * RETRY_GROWTH_TENTHS) / 10), RETRY_MAX_US);
      process.later(micros(waitUs), () => {
        if (!over) attempt(longer);
      });
    });
  };
  attempt(RETRY_MIN_US);
}
