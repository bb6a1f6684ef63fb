/**
 * The objects in etcd that hold which addresses and ports of a range are taken. They are not served
 * over REST.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/types.go (RangeAllocation),
 *             pkg/registry/core/rest/storage_core.go (the keys)
 */
import { base64Error, STD_ENCODING } from '../../api/go-base64';
import type { KubeObject } from '../../api/objects';
import { etcdPrefix } from '../storage/keys';
import type { BitmapSnapshot } from './bitmap';

export interface RangeAllocation extends KubeObject {
  readonly range: string;
  /** Base64 of the bitmap's bytes. */
  readonly data: string;
}

/** Which range an object is for: its place below `/ranges/`, and its resource in errors. */
export interface RangeResource {
  readonly place: string;
  readonly resource: string;
}
export const PRIMARY_IPS: RangeResource = {
  place: 'serviceips',
  resource: 'serviceipallocations',
};
export const SECONDARY_IPS: RangeResource = {
  place: 'secondaryserviceips',
  resource: 'serviceipallocations',
};
export const NODE_PORTS: RangeResource = {
  place: 'servicenodeports',
  resource: 'servicenodeportallocations',
};

/** @param flag value of --etcd-prefix. */
export const rangeKeyOf = ({ place }: RangeResource, flag: string): string =>
  `${etcdPrefix(flag)}/ranges/${place}`;

/** What is read where nothing is stored: no version, no range. */
export const NO_ALLOCATION: RangeAllocation = {
  kind: 'RangeAllocation',
  apiVersion: 'v1',
  metadata: {},
  range: '',
  data: '',
};

/** The object with a snapshot in it, its version kept. Upstream: Snapshot(dst). */
export const withSnapshot = (
  object: RangeAllocation,
  { rangeSpec, bytes }: BitmapSnapshot,
): RangeAllocation => ({ ...object, range: rangeSpec, data: encodeBytes(bytes) });

/** The snapshot in an object; a text says why there is none in it. */
export function snapshotIn({ range = '', data = '' }: Partial<RangeAllocation>) {
  return base64Error(data, STD_ENCODING) ?? { rangeSpec: range, bytes: decodeBytes(data) };
}

/** Most bytes that become one text at once; a call takes only so many arguments. */
const CHUNK = 8_192;

function encodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

function decodeBytes(data: string): Uint8Array {
  const text = atob(data);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
