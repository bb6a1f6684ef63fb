/**
 * How an API server is called among its peers.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/config.go (NewConfig),
 *             pkg/controlplane/instance.go (labels)
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { randomUuid } from '../../../random-uuid';
import type { ServerContext, ServerPart } from '../../server-context';

/** Label of identity Leases, and its value for this component. */
export const IDENTITY_LABEL = 'apiserver.kubernetes.io/identity=kube-apiserver';
/** The label up to 1.26. */
export const DEPRECATED_LABEL = 'k8s.io/component=kube-apiserver';

/** RFC 4648 base32 in lower case. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** Bytes of the hash that go into the name. */
const HASH_BYTES = 16;

function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(buffer >> bits) & 31];
      buffer &= (1 << bits) - 1;
    }
  }
  return bits === 0 ? text : text + BASE32[(buffer << (5 - bits)) & 31];
}

/** `apiserver-<hash of the host's name>`; the same after a restart. */
export function hostIdentity(hostname: string): string {
  const hash = sha256(new TextEncoder().encode(hostname)).slice(0, HASH_BYTES);
  return `apiserver-${base32(hash)}`;
}

export interface ServerIdentity {
  /** Name of the Lease. Upstream: APIServerID. */
  readonly name: string;
  readonly holder: string;
}

function makeIdentity({ process, name, switches }: ServerContext): ServerIdentity {
  const stream = process.random('identity');
  const uuid = randomUuid((min, max) => stream.int(min, max));
  if (!switches.hostnameIdentity) {
    const id = `kube-apiserver-${uuid}`;
    return { name: id, holder: id };
  }
  const id = hostIdentity(name);
  return { name: id, holder: `${id}_${uuid}` };
}

/** The identity of this life. The process's name stands for the name of the host. */
export const serverIdentityPart: ServerPart<ServerIdentity> = {
  name: 'server-identity',
  make: makeIdentity,
};
