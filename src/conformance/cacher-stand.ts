/** A watch cache over the storage of a case, and clients that watch through it. */
import { millis, type SimDuration, seconds } from '#base';
import {
  Cacher,
  type CacherOptions,
  interpretFailure,
  type KubeObject,
  type StorageFailure,
  type StorageWatchEvent,
  type WatchAsk,
  type WatchOutput,
} from '#kube';
import type { Question } from './adapter';
import { Rig } from './rig';
import { ScriptedStorage } from './scripted-storage';

const PREFIX = '/pods/';
const POD = { group: '', resource: 'pods' };
const SETTLE = millis(10);

export const podKey = (name: string): string => `${PREFIX}ns/${name}`;

export const pod = (name: string, revision: number, more: object = {}): KubeObject => ({
  kind: 'Pod',
  metadata: { name, namespace: 'ns', resourceVersion: String(revision) },
  ...more,
});

interface StandOptions extends Partial<CacherOptions> {
  readonly items?: readonly KubeObject[];
  readonly revision: number;
  /** Whether it is filled already; absent for yes. */
  readonly started?: boolean;
}

export class CacherStand {
  readonly rig: Rig;
  readonly storage: ScriptedStorage;
  readonly cacher: Cacher;

  constructor(
    { switches }: Question,
    { items = [], revision, started = true, ...more }: StandOptions,
  ) {
    this.rig = new Rig({ switches });
    const { process } = this.rig;
    const keyOf = ({ metadata }: KubeObject) => podKey(metadata.name ?? '');
    this.storage = new ScriptedStorage(process, { items, keyOf, revision });
    this.cacher = new Cacher({
      process,
      actor: this.rig.actor('watch-cache/pods'),
      resource: POD.resource,
      storage: this.storage,
      prefix: PREFIX,
      consistentLists: false,
      resilient: false,
      ...more,
    });
    if (started) this.cacher.start();
    this.rig.advance(SETTLE);
  }

  /** A write that storage tells of. */
  write(type: StorageWatchEvent['type'], object: KubeObject, previous?: KubeObject): void {
    const { name = '', resourceVersion } = object.metadata;
    const revision = Number(resourceVersion);
    this.storage.deliver({ type, key: podKey(name), object, revision, previous });
  }

  /** Watches; what is heard is added to the array. */
  watch(resourceVersion: number, ask: Partial<WatchAsk> = {}, limit?: SimDuration) {
    const heard: WatchOutput[] = [];
    const ends: (StorageFailure | undefined)[] = [];
    const deadline = limit === undefined ? undefined : ((this.rig.sim.now + limit) as never);
    const asked = { key: PREFIX, resourceVersion: String(resourceVersion), deadline, ...ask };
    const opened = this.rig.perform(this.cacher.openWatch(asked));
    if (opened.ok) {
      opened.value.begin({
        onOutput: (output) => heard.push(output),
        onEnd: (failure) => ends.push(failure),
      });
    }
    return { heard, ends, ok: opened.ok };
  }

  list(single: boolean, options: { readonly resourceVersion: string; readonly limit: number }) {
    const prefix = single ? podKey('foo') : PREFIX;
    return this.rig.perform(this.cacher.list(prefix, options));
  }

  get(resourceVersion: string) {
    return this.rig.perform(this.cacher.get(podKey('foo'), { resourceVersion }));
  }
}

/** A failure as the client is told of it. */
export function statusOf(failure: StorageFailure) {
  if (failure.kind === 'refused') return undefined;
  return interpretFailure(failure, { verb: 'list', of: POD, name: '' });
}

export const inSeconds = (length: number): SimDuration => seconds(length);
export const versionOf = ({ object }: WatchOutput): number =>
  Number(object.metadata.resourceVersion);
