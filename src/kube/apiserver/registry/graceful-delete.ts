/**
 * Deletes that leave an object its time: what is written of one before it goes.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go
 *             (BeforeDelete), pkg/registry/core/pod/strategy.go (CheckGracefulDelete)
 */
import { withMeta } from '../../api/meta';
import type { KubeObject } from '../../api/objects';
import { formatTime, parseTime } from '../../api/timestamps';
import type { DeleteRequestOptions } from './before-delete';
import type { Strategy } from './strategy';

const MS_A_SECOND = 1_000;

/** `now`: nothing is to be waited for. `pending`: it goes already, and no sooner. */
export type Grace =
  | { readonly kind: 'now' | 'pending' }
  | { readonly kind: 'graceful'; readonly object: KubeObject; readonly seconds: number };

/** A negative length is one second. */
const atLeast = (seconds: number | undefined): number | undefined =>
  seconds !== undefined && seconds < 0 ? 1 : seconds;

export function graceOf(
  { gracePeriodSeconds }: Strategy,
  object: KubeObject,
  options: DeleteRequestOptions,
  nowMs: number,
): Grace {
  if (!gracePeriodSeconds) return { kind: 'now' };
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = object.metadata;
  const asked = atLeast(options.gracePeriodSeconds);
  if (deletionTimestamp !== undefined) {
    const left = atLeast(deletionGracePeriodSeconds);
    // At 0 a delete was begun and could not be ended: it is tried again.
    if (left === undefined || left === 0) return { kind: 'now' };
    if (asked === undefined || asked >= left) return { kind: 'pending' };
    const end = (parseTime(deletionTimestamp) ?? nowMs) + (asked - left) * MS_A_SECOND;
    return graceful(object, asked, end, generation);
  }
  const wanted = gracePeriodSeconds(object, asked);
  const end = nowMs + wanted * MS_A_SECOND;
  return graceful(object, wanted, end, generation ? generation + 1 : generation);
}

function graceful(
  object: KubeObject,
  seconds: number,
  endMs: number,
  generation: number | undefined,
): Grace {
  const deletionTimestamp = formatTime(endMs);
  const changes = { deletionTimestamp, deletionGracePeriodSeconds: seconds, generation };
  return { kind: 'graceful', object: withMeta(object, changes), seconds };
}
