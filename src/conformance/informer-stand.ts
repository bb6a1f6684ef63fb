/** A shared informer of a case, and the server whose objects it has. */
import { NO_DURATION, seconds } from '#base';
import {
  type KubeObject,
  newResourceExpired,
  PODS,
  SharedInformer,
  type SharedInformerOptions,
} from '#kube';
import type { Question } from './adapter';
import {
  type AskedList,
  type Listed,
  ListWatchStand,
  type Stream,
  type Watched,
} from './list-watch-stand';
import { Rig } from './rig';

const PATIENCE = seconds(300);
const TOO_OLD = newResourceExpired('too old resource version');

interface Change {
  readonly version: number;
  readonly type: string;
  readonly object: KubeObject;
}

/** Upstream: FakeControllerSource. */
export class ControllerSource {
  readonly #objects = new Map<string, KubeObject>();
  readonly #changes: Change[] = [];
  readonly #streams: Stream[] = [];
  #version = 0;
  /** Changes before this one are not kept. */
  #oldest = 0;
  /** Lists fail with this text; undefined: they do not. */
  listError: string | undefined;

  add(object: KubeObject): void {
    this.#change('ADDED', object, true);
  }

  modify(object: KubeObject): void {
    this.#change('MODIFIED', object, true);
  }

  /** @returns whether it was there. */
  delete(name: string): boolean {
    const object = this.#objects.get(name);
    if (object) this.#change('DELETED', object, true);
    return object !== undefined;
  }

  /** Whoever watches does not hear of it. */
  changeInSilence(object: KubeObject): void {
    this.#change('MODIFIED', object, false);
  }

  /** @returns whether it was there. */
  deleteInSilence(name: string): boolean {
    const object = this.#objects.get(name);
    if (object) this.#change('DELETED', object, false);
    return object !== undefined;
  }

  /** Streams end, and what has changed so far cannot be had any more. */
  resetWatch(): void {
    this.#oldest = this.#version;
    for (const stream of this.#streams.splice(0)) stream.close();
  }

  list(_asked: AskedList): Listed {
    if (this.listError !== undefined) return { error: this.listError };
    return { resourceVersion: String(this.#version), items: [...this.#objects.values()] };
  }

  watchFrom(version: number): Watched {
    if (version < this.#oldest) return { error: TOO_OLD };
    return {
      serve: (stream) => {
        this.#streams.push(stream);
        for (const change of this.#changes) {
          if (change.version > version) stream.send(change.type, change.object);
        }
      },
    };
  }

  #change(type: string, given: KubeObject, told: boolean): void {
    this.#version += 1;
    const { version } = { version: this.#version };
    const metadata = { ...given.metadata, resourceVersion: String(version) };
    const object = { ...given, metadata };
    const name = metadata.name ?? '';
    if (type === 'DELETED') this.#objects.delete(name);
    else this.#objects.set(name, object);
    if (!told) return;
    this.#changes.push({ version, type, object });
    for (const stream of this.#streams) stream.send(type, object);
  }
}

export class InformerStand {
  readonly rig: Rig;
  readonly source = new ControllerSource();
  readonly server: ListWatchStand;
  readonly informer: SharedInformer;

  constructor({ switches }: Question, wishes: Partial<SharedInformerOptions> = {}) {
    this.rig = new Rig({ switches });
    const { source, rig } = this;
    const { process } = rig;
    const server: ListWatchStand = new ListWatchStand(process, {
      list: (asked) => source.list(asked),
      watch: () => source.watchFrom(Number(server.watchVersions.at(-1))),
    });
    this.server = server;
    const parts = { process, actor: 'informer', client: server.client, of: PODS };
    this.informer = new SharedInformer({ ...parts, ...wishes });
  }

  run(): void {
    this.rig.process.later(NO_DURATION, () => this.informer.start());
    this.settle();
  }

  /** What is due now happens. */
  settle(): void {
    this.rig.advance(NO_DURATION);
  }

  /** Lets time pass until the server was asked for so many lists, and they were taken in. */
  untilLists(count: number): void {
    const { sim } = this.rig;
    const end = sim.now + PATIENCE;
    while (this.server.lists.length < count && !sim.advance(end as never, 1));
    this.settle();
  }
}
