/** Objects of a case in etcd, and the storage over them. */
import {
  type Etcd3Store,
  type Etcd3StoreOptions,
  type KubeObject,
  STORAGE_CODE,
  type StorageFailure,
  type StorageResult,
} from '#kube';
import { type Question, Unsupported } from './adapter';
import type { Json } from './case';
import { ErrorFact } from './facts';
import { pathOf } from './list-stand';
import { Fields } from './read-fields';
import { ETCD_PREFIX, Rig } from './rig';

export type Cached = 'none' | 'current' | 'outdated';

export class StoreStand {
  readonly rig: Rig;
  readonly store: Etcd3Store;
  /** Copies that were read before the objects changed, by key. */
  readonly copies = new Map<string, KubeObject>();

  constructor({ switches }: Question, options: Partial<Etcd3StoreOptions> = {}) {
    this.rig = new Rig({ switches });
    this.store = this.rig.openStorage('storage', options);
  }

  put(key: string, object: KubeObject): void {
    const refused = this.rig.etcd.put(keyOf(key), object);
    if (refused !== undefined) throw new Unsupported(refused);
  }

  /** What is stored now; undefined for nothing. */
  read(key: string): KubeObject | undefined {
    const found = this.rig.perform(this.store.get(keyOf(key), {}));
    return found.ok ? found.value : undefined;
  }

  /** Notes what is stored, as a cache would have it. */
  copy(key: string): void {
    const object = this.read(key);
    if (object) this.copies.set(key, object);
  }
}

export const keyOf = (key: string): string => ETCD_PREFIX + pathOf(key);

export const objectNamed = (name: string, uid?: string): KubeObject => ({
  kind: 'Pod',
  metadata: { name, ...(uid === undefined ? {} : { uid }) },
});

/** An annotation that makes an object another one. */
export const changed = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations: { changed: 'true' } },
});

/** An object of a case, told as a name, as name and uid, or in a sentence. */
const SENTENCE = /^([\w-]+)(?:(, already deleted)|,? (.+) after the cached copy was taken)?$/;
/** What became of it after it was copied. */
const CHANGES = [
  /^(?:updated|changed)(?: once)?$/,
  /^(?:updated|changed)(?: once)?(?: to| with|, now)?(?: the)? uid (\S+)$/i,
  /^uid (?:set|changed|updated) to (\S+)$/i,
];

export function putGiven(stand: StoreStand, item: Json): string {
  if (typeof item !== 'string') {
    const fields = new Fields(item, 'given.objects').only('name', 'uid');
    const name = fields.text('name');
    stand.put(name, objectNamed(name, fields.text('uid')));
    stand.copy(name);
    return name;
  }
  const [, name, deleted, words] = SENTENCE.exec(item) ?? [];
  const change = CHANGES.map((form) => form.exec(words ?? '')).find((found) => found !== null);
  if (name === undefined || (words !== undefined && !change)) {
    throw new Unsupported(`given.objects: ${item}`);
  }
  stand.put(name, objectNamed(name));
  stand.copy(name);
  if (change) stand.put(name, changed(objectNamed(name, change[1])));
  else if (deleted) stand.rig.perform(stand.store.delete(keyOf(name), {}));
  return name;
}

const WORDS: Readonly<Record<number, string>> = {
  [STORAGE_CODE.keyNotFound]: 'NotFound',
  [STORAGE_CODE.keyExists]: 'key exists',
  [STORAGE_CODE.invalidObject]: 'invalid object (precondition failed)',
};

const isStatus = (refusal: unknown): refusal is { readonly message: string } =>
  typeof refusal === 'object' && refusal !== null && 'message' in refusal;

/** What went wrong, in the words of these cases. */
export function failureFact(result: StorageResult<unknown>): ErrorFact {
  return new ErrorFact(result.ok ? undefined : wordsOf(result.failure));
}

function wordsOf(failure: StorageFailure): string {
  switch (failure.kind) {
    case 'storage':
      return WORDS[failure.code] ?? failure.message;
    case 'tooLarge':
      return 'Too large resource version';
    case 'refused':
      return isStatus(failure.refusal) ? failure.refusal.message : String(failure.refusal);
    default:
      return failure.message;
  }
}
