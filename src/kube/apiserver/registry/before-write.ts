/**
 * What is done to every object before it is written, whatever its kind.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/rest/create.go
 *             (BeforeCreate), update.go (BeforeUpdate), meta.go (FillObjectMetaSystemFields)
 * Simplified  managedFields are not kept
 */
import type { Process, RandomStream } from '#kernel';
import { orderedMeta } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { newInvalid } from '../../api/status';
import { formatTime } from '../../api/timestamps';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../api/validate-meta';
import { pathSegmentName } from '../../api/validate-text';
import { withFields } from '../storage/plain-data';
import type { Strategy, UpdateStrategy, WriteContext } from './strategy';

/** Letters of generated names: no vowels, no look-alikes. Source: util/rand alphanums. */
const ALPHANUMS = 'bcdfghjklmnpqrstvwxz2456789';
/** Characters that are added, and the longest name they are added to. Source: names/generate.go. */
const RANDOM_LENGTH = 5;
const MAX_GENERATED_NAME = 63 - RANDOM_LENGTH;

/** The object, or why it may not be written. */
export type Prepared =
  | { readonly ok: true; readonly object: KubeObject }
  | { readonly ok: false; readonly status: Status };

/** Uids and generated names of one server. */
export class IdentitySource {
  readonly #process: Process;
  readonly #uids: RandomStream;
  readonly #names: RandomStream;

  constructor(process: Process) {
    this.#process = process;
    this.#uids = process.random('apiserver/uid');
    this.#names = process.random('apiserver/generate-name');
  }

  /** Time of the server's own clock, whole seconds. */
  now(): string {
    return formatTime(this.#process.wallMs());
  }

  /** A random UUID, version 4. */
  uid(): string {
    const hex = (digits: number): string => {
      let text = '';
      for (let left = digits; left > 0; left -= 4) {
        text += this.#uids.int(0, 0xffff).toString(16).padStart(4, '0');
      }
      return text;
    };
    const variant = '89ab'[this.#uids.int(0, 3)];
    return `${hex(8)}-${hex(4)}-4${hex(4).slice(1)}-${variant}${hex(4).slice(1)}-${hex(12)}`;
  }

  /** Upstream: SimpleNameGenerator.GenerateName. */
  generateName(base: string): string {
    let name = base.length > MAX_GENERATED_NAME ? base.slice(0, MAX_GENERATED_NAME) : base;
    for (let left = RANDOM_LENGTH; left > 0; left -= 1) {
      name += ALPHANUMS[this.#names.int(0, ALPHANUMS.length - 1)];
    }
    return name;
  }

  /** Identity of a new object, and its name where the server chooses it. */
  fillSystemFields(object: KubeObject): KubeObject {
    const { metadata } = object;
    const name =
      metadata.name ||
      (metadata.generateName ? this.generateName(metadata.generateName) : undefined);
    const filled = withFields(metadata, {
      name,
      uid: this.uid(),
      creationTimestamp: this.now(),
      deletionTimestamp: undefined,
      deletionGracePeriodSeconds: undefined,
    });
    return withFields(object, { metadata: orderedMeta(filled) });
  }
}

/** Upstream: BeforeCreate, after the namespace was checked. */
export function beforeCreate(
  strategy: Strategy,
  given: KubeObject,
  context: WriteContext,
): Prepared {
  const object = strategy.prepareForCreate(given, context);
  const { namespaced } = strategy.of;
  const own = strategy.validate(object);
  const errors =
    own.length > 0 ? own : validateObjectMeta(object.metadata, namespaced, pathSegmentName);
  if (errors.length === 0) return { ok: true, object };
  return { ok: false, status: newInvalid(strategy.of, object.metadata.name ?? '', errors) };
}

/** An object, and what it is to take the place of. */
interface Replacing {
  readonly object: KubeObject;
  readonly old: KubeObject;
  readonly context: WriteContext;
}

/** Upstream: BeforeUpdate. `old` carries its version; so does what comes out. */
export function beforeUpdate(
  { of }: Strategy,
  how: UpdateStrategy,
  { object: given, old, context }: Replacing,
): Prepared {
  const inherited = Object.assign({}, given, { metadata: inheritMeta(given, old) });
  const prepared = how.prepareForUpdate(inherited, old, context);
  const { metadata } = prepared;
  const own = validateObjectMeta(metadata, of.namespaced, pathSegmentName);
  const changed = validateObjectMetaUpdate(metadata, old.metadata);
  const others = how.validateUpdate(prepared, old);
  if (own.length + changed.length + others.length === 0) return { ok: true, object: prepared };
  const errors = [...own, ...changed, ...others];
  return { ok: false, status: newInvalid(of, metadata.name ?? '', errors) };
}

/** What an update can neither set nor take away. */
function inheritMeta(given: KubeObject, old: KubeObject): KubeObject['metadata'] {
  const { metadata } = given;
  const before = old.metadata;
  const { generation } = before;
  const uid = metadata.uid || before.uid;
  const creationTimestamp = before.creationTimestamp ?? metadata.creationTimestamp;
  const deletionTimestamp = before.deletionTimestamp ?? metadata.deletionTimestamp;
  const deletionGracePeriodSeconds =
    metadata.deletionGracePeriodSeconds ?? before.deletionGracePeriodSeconds;
  const same =
    metadata.generation === generation &&
    metadata.uid === uid &&
    metadata.creationTimestamp === creationTimestamp &&
    metadata.deletionTimestamp === deletionTimestamp &&
    metadata.deletionGracePeriodSeconds === deletionGracePeriodSeconds;
  // Who sends back what it has read, as most do, costs no copy.
  if (same) return metadata;
  return orderedMeta({
    ...metadata,
    generation,
    uid,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
  });
}
