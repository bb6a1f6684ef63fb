/**
 * What is to be done about the default ServiceCIDR.
 *
 * Upstream    kubernetes v1.33
 *             pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go
 *             (sync, syncStatus)
 */
import { cidrsOf, readyCondition } from '../../../api/networking';
import type { KubeObject } from '../../../api/objects';

export type ServiceCIDRPlan =
  | { readonly kind: 'create' }
  | { readonly kind: 'addFamily' }
  | { readonly kind: 'setReady' }
  /** It is not what the flags say. */
  | { readonly kind: 'mismatch' }
  /** Somebody said that it is not ready; nobody is overruled. */
  | { readonly kind: 'notReady'; readonly reason: string; readonly message: string }
  | { readonly kind: 'none'; readonly reason: 'Ready' | 'BeingDeleted' | 'OtherRanges' };

/**
 * @param told from 1.33 on one that is unlike the flags gets a second family or an Event; before,
 *   its condition was looked at first.
 */
export function planServiceCIDR(
  object: KubeObject | undefined,
  flags: readonly string[],
  told: boolean,
): ServiceCIDRPlan {
  if (!object) return { kind: 'create' };
  const cidrs = cidrsOf(object);
  const single = flags.length === 2 && cidrs.length === 1 && flags[0] === cidrs[0];
  if (told && single) return { kind: 'addFamily' };
  if (object.metadata.deletionTimestamp) return { kind: 'none', reason: 'BeingDeleted' };
  const same = flags.length === cidrs.length && flags.every((cidr, at) => cidr === cidrs[at]);
  if (told && !same) return { kind: 'mismatch' };
  const ready = readyCondition(object);
  if (ready?.status === 'True') return { kind: 'none', reason: 'Ready' };
  if (ready && (ready.status === 'False' || !told)) {
    const { reason = '', message = '' } = ready;
    return { kind: 'notReady', reason, message: told ? `${MATCHES} ${message}` : message };
  }
  return same ? { kind: 'setReady' } : { kind: 'none', reason: 'OtherRanges' };
}

const MATCHES = 'Configuration matches, but';
