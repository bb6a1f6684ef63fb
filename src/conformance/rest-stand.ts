/**
 * The generic registry of one kind for one case: over etcd, with or without a watch cache, with the
 * hooks, the strategy and the admission that the case says. The strategy is that of the source's
 * own test: it checks nothing.
 */
import { millis } from '#base';
import { runProcedure } from '#kernel';
import {
  AdmissionChain,
  type AdmissionPlugin,
  Cacher,
  DEFAULT_STRATEGY,
  type DeleteRequestOptions,
  etcdKeyOf,
  getList,
  IdentitySource,
  type KubeList,
  type KubeObject,
  newUnknownError,
  type Outcome,
  PODS,
  parseListOptions,
  RegistryStore,
  type Storage,
  type Strategy,
  type WriteHooks,
} from '#kube';
import type { Question } from './adapter';
import { ETCD_PREFIX, Rig } from './rig';

const NAMESPACE = 'test';
/** The cache fills. */
const SETTLE = millis(10);
const DENIED = newUnknownError('admission denied');

type Operation = 'CREATE' | 'UPDATE' | 'DELETE';
type Changing<T> = { -readonly [K in keyof T]: T[K] };

class HookedStore extends RegistryStore {
  override hooks: WriteHooks | undefined = undefined;
}

/** A pod that only its node tells from another. */
export const podOf = (name: string, more: object = {}, nodeName = 'machine'): KubeObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: NAMESPACE, ...more },
  spec: { nodeName },
});

/** How long a pod is left, as it is asked; for ever graceful. Source: testGracefulStrategy. */
export const graceful = (_object: KubeObject, asked = 0): number => asked;

export class RestStand {
  readonly rig: Rig;
  readonly store: HookedStore;
  readonly strategy: Changing<Strategy>;
  /** What admission refuses. */
  readonly denied = new Set<Operation>();
  readonly #storage: Storage;

  constructor({ switches }: Question, { watchCache = false, strategy = {} }: StandOptions = {}) {
    this.rig = new Rig({ switches });
    const { process } = this.rig;
    const etcd = this.rig.openStorage('storage');
    const prefix = etcdKeyOf(PODS, '', '', ETCD_PREFIX);
    const cacher = new Cacher({
      ...{ process, storage: etcd, prefix, resource: PODS.resource },
      ...{ actor: this.rig.actor('watch-cache'), consistentLists: false, resilient: false },
    });
    this.#storage = watchCache ? cacher : etcd;
    if (watchCache) cacher.start();
    this.strategy = {
      ...DEFAULT_STRATEGY,
      ...{ of: PODS, validate: () => [], validateUpdate: () => [] },
      ...strategy,
    };
    this.store = new HookedStore(this.strategy, {
      storage: this.#storage,
      etcdPrefix: ETCD_PREFIX,
      identity: new IdentitySource(process),
      admission: new AdmissionChain([this.#admission()]),
      wallMs: () => process.wallMs(),
    });
    this.rig.advance(SETTLE);
  }

  /** The storage is handed a copy as a cache would have it, for every update from now on. */
  suggest(cached: KubeObject): void {
    const storage = this.#storage;
    const update = storage.guaranteedUpdate.bind(storage);
    storage.guaranteedUpdate = (key, options) => update(key, { ...options, cached });
  }

  create(object: KubeObject): Outcome {
    return this.rig.perform(this.store.create(this.#write(object)));
  }

  update(object: KubeObject): Outcome {
    return this.rig.perform(this.store.update(this.#write(object)));
  }

  delete(name: string, options: DeleteRequestOptions = {}): Outcome {
    return this.rig.perform(this.store.delete({ namespace: NAMESPACE, name, options }));
  }

  get(name: string): Outcome {
    return this.rig.perform(this.store.get(NAMESPACE, name));
  }

  /** What is stored; undefined for nothing. */
  stored(name: string): KubeObject | undefined {
    const found = this.get(name);
    return found.ok ? (found.body as KubeObject) : undefined;
  }

  /** Begins a list; `items` is there once it is answered, and null where it is refused. */
  list(resourceVersion: string): { items?: readonly KubeObject[] | null } {
    const query = resourceVersion === '' ? '' : `resourceVersion=${resourceVersion}`;
    const parsed = parseListOptions(query, this.strategy);
    const answer: { items?: readonly KubeObject[] | null } = {};
    if (!parsed.ok) return { items: null };
    const range = this.store.rangeOf(NAMESPACE, '');
    runProcedure(getList(this.store, this.#storage, range, parsed.options), (outcome) => {
      answer.items = outcome.ok ? (outcome.body as KubeList).items : null;
    });
    return answer;
  }

  #write(object: KubeObject) {
    const { name = '' } = object.metadata;
    return { namespace: NAMESPACE, name, subresource: '', object };
  }

  #admission(): AdmissionPlugin {
    const refusal = (operation: Operation) => (this.denied.has(operation) ? DENIED : undefined);
    return {
      name: 'Denying',
      handles: () => true,
      decide: ({ operation }) => refusal(operation) ?? 'pass',
      // biome-ignore lint/correctness/useYield: it waits for nothing.
      *admit({ operation }) {
        return refusal(operation);
      },
    };
  }
}

export interface StandOptions {
  readonly watchCache?: boolean;
  readonly strategy?: Partial<Strategy>;
}
