/** A reflector of a case, its store, and the server that it lists and watches. */
import { asTime, NO_DURATION, type SimDuration, seconds } from '#base';
import {
  type ApiResource,
  IndexedStore,
  type KubeObject,
  newInternalError,
  newResourceExpired,
  newTimeoutError,
  newTooLargeResourceVersion,
  PODS,
  Reflector,
  type ReflectorOptions,
  resourceOfKind,
  type Status,
} from '#kube';
import { type Question, Unsupported } from './adapter';
import type { Json } from './case';
import { type ListWatchScript, ListWatchStand } from './list-watch-stand';
import { Fields } from './read-fields';
import { Rig } from './rig';
import { statusOfReason } from './status-reasons';

/** Longest run of a case. */
const PATIENCE = seconds(3_600);
const ACTOR = 'reflector';

/** What a case may give a reflector besides its script. */
export type ReflectorWishes = Partial<
  Pick<ReflectorOptions, 'backoff' | 'maxInternalErrorRetryDuration' | 'pageSize' | 'resyncPeriod'>
> & {
  readonly of?: ApiResource;
  /** Upstream: Store.Resync. */
  readonly resync?: () => string | undefined;
};

export class ReflectorStand {
  readonly rig: Rig;
  readonly server: ListWatchStand;
  readonly reflector: Reflector;
  readonly store = new IndexedStore<KubeObject>({ keyOf: ({ metadata }) => metadata.name ?? '' });
  /** What watches brought in, in order. */
  readonly delivered: KubeObject[] = [];
  readonly versions: string[] = [];
  /** Why list-and-watch failed, as often as it did. */
  readonly errors: string[] = [];

  constructor({ switches }: Question, script: ListWatchScript, wishes: ReflectorWishes = {}) {
    this.rig = new Rig({ switches });
    const { process } = this.rig;
    this.server = new ListWatchStand(process, script);
    const { of = PODS, resync, ...options } = wishes;
    const { store, delivered } = this;
    const take = (object: KubeObject) => {
      delivered.push(object);
      store.update(object);
    };
    this.reflector = new Reflector({
      ...options,
      ...{ process, actor: ACTOR, name: ACTOR, client: this.server.client, of, namespace: '' },
      onWatchError: (error) => this.errors.push(error),
      store: {
        added: take,
        updated: take,
        deleted: (object) => store.delete(object),
        replaced: (items) => store.replace(items),
        updateResourceVersion: (version) => this.versions.push(version),
        resync,
      },
    });
  }

  start(): void {
    this.rig.process.later(NO_DURATION, () => this.reflector.start());
    this.settle();
  }

  stop(): void {
    this.reflector.stop();
    this.settle();
  }

  /** What is due now happens. */
  settle(): void {
    this.rig.advance(NO_DURATION);
  }

  /** Lets time pass until it is so, or the patience ends. */
  until(done: () => boolean): void {
    const { sim } = this.rig;
    const end = asTime(sim.now + PATIENCE);
    while (!done() && !sim.advance(end, 1));
  }

  /** How often the reflector entered that state. */
  entered(state: string): number {
    const { table } = this.rig.sim.recorder;
    let count = 0;
    for (let at = 0; at < table.length; at += 1) {
      if (table.recordOf(at, 'state')?.to === state) count += 1;
    }
    return count;
  }
}

/** How often the clock is wound on that stands still while nobody waits for it. */
export class SteppedClock {
  readonly #stand: ReflectorStand;
  #passed = NO_DURATION;

  constructor(stand: ReflectorStand) {
    this.#stand = stand;
    stand.rig.process.pause();
  }

  get passed(): SimDuration {
    return this.#passed;
  }

  /** What comes due within the step happens at its end. */
  step(length: SimDuration): void {
    const { rig } = this.#stand;
    rig.advance(length);
    this.#passed = (this.#passed + length) as SimDuration;
    rig.process.resume();
    rig.advance(NO_DURATION);
    rig.process.pause();
  }
}

const ERRORS: Readonly<Record<string, Status | string>> = {
  Expired: newResourceExpired('expired'),
  InternalError: newInternalError('etcdserver: no leader'),
  'connection refused': 'dial tcp: connect: connection refused',
  'Timeout with cause ResourceVersionTooLarge': newTooLargeResourceVersion(20, 10, 1),
};
/** Reasons by the code of an answer. */
const REASONS: Readonly<Record<string, string>> = {
  ...{ '400': 'BadRequest', '401': 'Unauthorized', '403': 'Forbidden', '404': 'NotFound' },
  ...{ '409': 'Conflict', '410': 'Expired', '429': 'TooManyRequests', '500': 'InternalError' },
  ...{ '503': 'ServiceUnavailable', '504': 'Timeout' },
};
const CAUSE = /^Timeout with a cause whose message is "([^"]+)"$/;

export function errorOf(words: string): Status | string {
  if (Object.hasOwn(ERRORS, words)) return ERRORS[words];
  const cause = CAUSE.exec(words)?.[1];
  if (cause !== undefined) {
    return newTimeoutError('the version has not come', 1, [{ reason: '', message: cause }]);
  }
  const reason = Object.hasOwn(REASONS, words) ? REASONS[words] : words;
  const status = statusOfReason(reason, PODS, '');
  if (!status) throw new Unsupported(`no such error as ${words}`);
  return status;
}

export function kindOf(kind: string): ApiResource {
  const of = resourceOfKind(kind);
  if (of?.kind !== kind) throw new Unsupported(`no such kind as ${kind}`);
  return of;
}

/** `{kind, name, resourceVersion}` as an object. */
export function objectOf(value: Json, path: string, absent = 'Pod'): KubeObject {
  const fields = new Fields(value, path).only('kind', 'name', 'resourceVersion');
  const kind = kindOf(fields.text('kind', absent));
  const resourceVersion = fields.has('resourceVersion')
    ? fields.text('resourceVersion')
    : undefined;
  return {
    apiVersion: kind.group === '' ? kind.version : `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: { name: fields.text('name'), resourceVersion },
  };
}

export const pod = (name: string, resourceVersion?: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, resourceVersion },
});

export const pods = (count: number): readonly KubeObject[] =>
  Array.from({ length: count }, (_, index) => pod(`pod-${index}`));
