/**
 * What must be true of controller managers and schedulers when a swarm has come to rest: one leader
 * a lease, all its controllers at work, and every informer's store as the objects are in etcd.
 */
import { seconds } from '#base';
import type { Seq, TraceTable } from '#trace';

/** What is on its way to an informer at the end need not have arrived. */
const UNDER_WAY = seconds(1);
/** Endpoints without a name, which no informer sees. */
const MASTER_LEASES = '/registry/masterleases/';
const LEASES = '/registry/leases/kube-system/';

/** A component of the scenario, and the lease that it runs for. */
export interface Candidate {
  readonly name: string;
  readonly lease: 'kube-controller-manager' | 'kube-scheduler';
}

/** Last states of machines, the stores of informers and synced controllers, of present lives. */
class Lives {
  readonly states = new Map<string, string>();
  /** By the informer's actor: versions by `namespace/name`, and the kind. */
  readonly stores = new Map<string, { kind: string; versions: Map<string, string> }>();
  readonly started = new Map<string, Set<string>>();
  readonly synced = new Map<string, Set<string>>();
  readonly alive = new Set<string>();

  constructor(table: TraceTable) {
    for (let seq = 0; seq < table.length; seq += 1) this.#take(table, seq);
  }

  #take(table: TraceTable, seq: Seq): void {
    const actor = table.actorOf(seq);
    switch (table.kindOf(seq)) {
      case 'process': {
        const { name, phase } = table.recordOf(seq, 'process') ?? { name: '', phase: '' };
        if (phase === 'starting') this.#begin(name);
        if (phase === 'exited') this.alive.delete(name);
        return;
      }
      case 'state': {
        const { machine, to } = table.recordOf(seq, 'state') ?? { machine: '', to: '' };
        this.states.set(`${actor} ${machine}`, to);
        return;
      }
      case 'delta':
        this.#takeDelta(table, seq);
        return;
      case 'decision': {
        const { name, outcome, saw } = table.recordOf(seq, 'decision') ?? { name: '' };
        const { controller } = (saw ?? {}) as { readonly controller?: string };
        if (controller === undefined) return;
        if (outcome === 'started') setOf(this.started, actor).add(controller);
        if (name === 'caches synced') setOf(this.synced, actor).add(controller);
        return;
      }
      default:
    }
  }

  #takeDelta(table: TraceTable, seq: Seq): void {
    const record = table.recordOf(seq, 'delta');
    if (!record) return;
    const { actor, type, informer, namespace, name, resourceVersion } = record;
    const kind = informer.slice(informer.lastIndexOf('.') + 1);
    const store = this.stores.get(actor) ?? { kind, versions: new Map<string, string>() };
    this.stores.set(actor, store);
    const key = `${namespace}/${name}`;
    if (type === 'Deleted') store.versions.delete(key);
    else store.versions.set(key, String(resourceVersion));
  }

  #begin(name: string): void {
    this.alive.add(name);
    for (const map of [this.states, this.stores, this.started, this.synced]) {
      for (const actor of [...map.keys()]) if (actor.startsWith(`${name}/`)) map.delete(actor);
    }
  }
}

function setOf(sets: Map<string, Set<string>>, key: string): Set<string> {
  const found = sets.get(key) ?? new Set<string>();
  sets.set(key, found);
  return found;
}

/** What does not hold at the end, in sentences. */
export function unrest(table: TraceTable, candidates: readonly Candidate[]): readonly string[] {
  if (candidates.length === 0) return [];
  const lives = new Lives(table);
  const leases = [...new Set(candidates.map(({ lease }) => lease))];
  return leases.flatMap((lease) => {
    const named = candidates.filter((candidate) => candidate.lease === lease);
    const leaders = named.filter(({ name }) => leads(lives, name)).map(({ name }) => name);
    const holder = holderOf(table, lease);
    if (leaders.length !== 1 || holder !== leaders[0]) {
      return [`${lease}: led by ${leaders.join(', ') || 'nobody'}, held by ${holder || 'nobody'}`];
    }
    const [leader] = leaders;
    const idle = lease === 'kube-controller-manager' ? idleOf(lives, leader) : [];
    return [...idle, ...staleStores(table, lives, leader)];
  });
}

const leads = ({ alive, states }: Lives, name: string): boolean =>
  alive.has(name) &&
  (states.get(`${name}/leader-election leader-elector`) ?? '').startsWith('leading.');

function holderOf(table: TraceTable, lease: string): string {
  const object = table.archive.at(`${LEASES}${lease}`, table.length)?.object;
  const { spec } = (object ?? {}) as { readonly spec?: { readonly holderIdentity?: string } };
  return (spec?.holderIdentity ?? '').split('_')[0];
}

/** Controllers of a leader that do not work, and a main loop that has not come so far. */
function idleOf({ states, started, synced }: Lives, leader: string): readonly string[] {
  const loop = `${leader}/main-loop`;
  const state = states.get(`${loop} main-loop`);
  const all = [...(started.get(loop) ?? [])];
  const waiting = all.filter((name) => !synced.get(loop)?.has(name));
  return [
    ...(state === 'running' ? [] : [`${loop}: ${state ?? 'not begun'}`]),
    ...(all.length === 0 ? [`${loop}: no controller was started`] : []),
    ...waiting.map((name) => `${loop}: ${name} waits for its caches`),
  ];
}

/** Informers of a process whose stores differ from what etcd has had for a while. */
function staleStores(table: TraceTable, lives: Lives, leader: string): readonly string[] {
  const end = table.timeOf(table.length - 1);
  const before = objectsAt(table, table.lastAt((end - UNDER_WAY) as typeof end));
  const now = objectsAt(table, table.length);
  return [...lives.stores].flatMap(([actor, { kind, versions }]) => {
    if (!actor.startsWith(`${leader}/`)) return [];
    const then = before.get(kind) ?? new Map<string, number>();
    const stored = now.get(kind) ?? new Map<string, number>();
    const keys = [...new Set([...versions.keys(), ...then.keys()])];
    return keys.flatMap((key) => {
      const version = Number(versions.get(key) ?? 0);
      const [oldest, newest] = [then.get(key) ?? 0, stored.get(key) ?? 0];
      const fits =
        version === oldest || version === newest || (version > oldest && version < newest);
      return fits ? [] : [`${actor}: ${key} is ${version}, in etcd ${newest}`];
    });
  });
}

/** Versions of stored objects by kind and `namespace/name`, as they were at a record. */
function objectsAt(table: TraceTable, upTo: Seq): Map<string, Map<string, number>> {
  const byKey = new Map<string, { kind: string; name: string; version: number } | undefined>();
  for (const { key, seq, object, revision } of table.archive.rows) {
    if (seq > upTo || key.startsWith(MASTER_LEASES)) continue;
    const { kind = '', metadata } = (object ?? {}) as {
      readonly kind?: string;
      readonly metadata?: { readonly namespace?: string; readonly name?: string };
    };
    const name = `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
    byKey.set(key, object ? { kind, name, version: revision } : undefined);
  }
  const byKind = new Map<string, Map<string, number>>();
  for (const stored of byKey.values()) {
    if (!stored) continue;
    const versions = byKind.get(stored.kind) ?? new Map<string, number>();
    byKind.set(stored.kind, versions.set(stored.name, stored.version));
  }
  return byKind;
}
