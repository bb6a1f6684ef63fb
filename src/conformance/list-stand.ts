/** Objects under keys of a case in etcd, and lists of them; what is decoded and read is counted. */
import {
  getList,
  type KubeList,
  type KubeObject,
  type Outcome,
  type ParsedListOptions,
  parseListOptions,
  type RegistryStore,
  type Storage,
  withoutPages,
} from '#kube';
import { type Question, Unsupported } from './adapter';
import { Fields } from './read-fields';
import { ETCD_PREFIX, Rig } from './rig';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
/** Where an object keeps the key of the case that it stands under. */
const KEY = 'key';
export const UPDATED = 'updated';
const EVERYTHING = 'everything';
/** Words that cases have for revisions, and what they say of them. */
const REVISIONS = [
  ['initialRV', 'list revision before the first create'],
  ['currentRV', 'list revision after the last create'],
] as const;

/** One list: what came of it, and what it cost. */
export interface Listed {
  readonly outcome: Outcome;
  readonly options: ParsedListOptions;
  readonly decoded: number;
  readonly limits: readonly number[];
}

export class ListStand {
  readonly rig: Rig;
  readonly #storage: Storage;
  readonly #store: RegistryStore;
  readonly #pages: boolean;
  readonly #names = new Map<string, string>();
  /** Names of revisions that the case uses. */
  readonly revisions = new Map<string, number>();

  constructor({ given, switches }: Question) {
    this.rig = new Rig({ switches });
    const { handler } = this.rig.serve();
    this.#store = handler.storeOf(CONFIG_MAPS) as RegistryStore;
    this.#storage = this.rig.openStorage('lists');
    const inputs = new Fields(given, 'given').only(
      ...['keys', 'keysInOrderOfCreation', 'objects', 'initialRV', 'currentRV', 'pagingEnabled'],
    );
    this.#pages = inputs.flag('pagingEnabled', true);
    for (const [word, told] of REVISIONS) {
      if (inputs.text(word, told) !== told)
        throw new Unsupported(`given.${word}: expected ${told}`);
    }
    // The revision before the first create is one that can be asked for, as on a used etcd.
    this.rig.etcd.put('/elsewhere', {});
    this.revisions.set('initialRV', this.rig.etcd.revision);
    for (const { key, name, revision } of objectsOf(inputs)) {
      this.put(key, name);
      if (revision !== undefined) this.revisions.set(revision, this.rig.etcd.revision);
    }
    if (!this.revisions.has('currentRV')) this.revisions.set('currentRV', this.rig.etcd.revision);
  }

  /** The name of the object that was last put under a key. */
  nameAt(key: string): string {
    const name = this.#names.get(key);
    if (name === undefined) throw new Unsupported(`${key}: nothing was put there`);
    return name;
  }

  put(key: string, name: string, more: Readonly<Record<string, string>> = {}): void {
    const labels = { even: String(this.rig.etcd.revision % 2 === 0) };
    const annotations = { [KEY]: key, ...more };
    const object = { kind: 'ConfigMap', metadata: { name, labels, annotations } };
    const refused = this.rig.etcd.put(ETCD_PREFIX + key, object);
    if (refused !== undefined) throw new Unsupported(refused);
    this.#names.set(key, name);
  }

  remove(key: string): void {
    const removed = this.rig.perform(this.#storage.delete(ETCD_PREFIX + key, {}));
    if (!removed.ok) throw new Unsupported(`${key}: nothing was put there`);
  }

  /** The revision that a word stands for; a number stands for itself. */
  versionOf(word: string): string {
    return this.revisions.has(word) ? String(this.revisions.get(word)) : word;
  }

  /** @param onDecode called for each object that is looked at. */
  list(step: Fields, token: string, onDecode: () => void = () => {}): Listed {
    const single = !step.flag('recursive', true);
    const path = single ? pathOf(step.text('key')) : below(step.text('prefix', '/'));
    const query = queryOf(step, this.versionOf(step.text('resourceVersion', '')), token);
    const parsed = parseListOptions(query, this.#store.strategy);
    if (!parsed.ok) {
      return { outcome: parsed, options: NO_OPTIONS, decoded: 0, limits: [] };
    }
    let decoded = 0;
    const { matches } = parsed.options;
    const options = {
      ...(this.#pages ? parsed.options : withoutPages(parsed.options)),
      matches:
        matches &&
        ((object: KubeObject) => {
          decoded += 1;
          onDecode();
          return matches(object);
        }),
    };
    const from = this.rig.sim.recorder.length;
    const reading = getList(this.#store, this.#storage, ETCD_PREFIX + path, options);
    const outcome = this.rig.perform(reading);
    const items = outcome.ok ? itemsOf(outcome).length : 0;
    const limits = this.#limitsSince(from);
    return { outcome, options, decoded: matches ? decoded : items, limits };
  }

  /** Sizes of the pages that etcd was asked for. */
  #limitsSince(from: number): readonly number[] {
    const { table } = this.rig.sim.recorder;
    const limits: number[] = [];
    for (let seq = from; seq < table.length; seq += 1) {
      const request = table.recordOf(seq, 'request');
      if (request?.verb !== 'range') continue;
      limits.push(Number(/limit=(\d+)/.exec(request.query)?.[1] ?? 0));
    }
    return limits;
  }
}

const NO_OPTIONS = { resourceVersion: '', continue: '' } as ParsedListOptions;

interface GivenObject {
  readonly key: string;
  readonly name: string;
  /** What the case calls the revision that made it. */
  readonly revision: string | undefined;
}

/** Of `/a/pod-0 .. /a/pod-9`: where it begins, and its last number. */
const RANGE = /^(\/.*?)(\d+) \.\. \1(\d+)$/;
const COUNT = /^(\d+) objects; each decode of an object creates one more$/;

function objectsOf(inputs: Fields): readonly GivenObject[] {
  const keys = inputs.value('keys');
  const range = typeof keys === 'string' ? RANGE.exec(keys) : null;
  if (range) return numbered(range[1], Number(range[2]), Number(range[3]));
  if (typeof keys === 'string') throw new Unsupported(`given.keys: ${keys}`);
  const objects = inputs.value('objects');
  const count = typeof objects === 'string' ? COUNT.exec(objects) : null;
  if (count) return numbered('/object-', 0, Number(count[1]) - 1);
  if (typeof objects === 'string') throw new Unsupported(`given.objects: ${objects}`);
  const listed = [...inputs.list('keys', []), ...inputs.list('keysInOrderOfCreation', [])];
  return [
    ...listed.map((item, index) => {
      const one = new Fields(item, `given.keys[${index}]`).only('key', 'name');
      return { key: one.text('key'), name: one.text('name'), revision: undefined };
    }),
    ...inputs.list('objects', []).map((item, index) => {
      const one = new Fields(item, `given.objects[${index}]`).only('name', 'createdAt');
      const name = one.text('name');
      return { key: pathOf(name), name, revision: one.text('createdAt') };
    }),
  ];
}

function numbered(path: string, first: number, last: number): readonly GivenObject[] {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    key: `${path}${first + index}`,
    name: `${base}${first + index}`,
    revision: undefined,
  }));
}

/** A list of what is below a key begins after a slash. */
const below = (prefix: string): string => (prefix.endsWith('/') ? prefix : `${prefix}/`);

export const pathOf = (key: string): string => (key.startsWith('/') ? key : `/${key}`);

function queryOf(step: Fields, resourceVersion: string, token: string): string {
  const selector = (field: string) => {
    const text = step.text(field, '');
    return text === EVERYTHING ? '' : text;
  };
  const limit = step.count('limit', 0);
  const values = {
    resourceVersion,
    resourceVersionMatch: step.text('resourceVersionMatch', ''),
    labelSelector: selector('labelSelector'),
    fieldSelector: selector('fieldSelector'),
    limit: limit === 0 ? '' : String(limit),
    continue: token,
  };
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return given.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
}

export const itemsOf = (outcome: Extract<Outcome, { ok: true }>): readonly KubeObject[] =>
  (outcome.body as KubeList).items;

export const keyOf = ({ metadata: { annotations = {} } }: KubeObject): string =>
  annotations[UPDATED] === undefined ? annotations[KEY] : `${annotations[KEY]} (updated)`;
