/**
 * A short story of one range, written through the real recorder, for tests: three Services (two of
 * them with one address, one outside), an address that nobody has, and three runs of a repair loop.
 * The first run meets another writer and tries twice.
 */
import { asTime } from '#base';
import { Recorder, type Seq } from '#trace';
import { createOrrery, type Orrery } from '../stores';

export const SERVER = 'kube-apiserver-a';
export const LOOP = `${SERVER}/ipallocator-repair-controller`;
export const RANGE = '10.96.0.0/24';
export const RANGE_KEY = '/registry/ranges/serviceips';
const SECOND = 1_000_000;

/** Bits of 10.96.0.1, 10.96.0.5 (nobody's) and 10.96.0.33. */
const STORED = bitmap([0, 4, 32]);
/** The same, and 10.96.0.52, which a Service has and the store lacks. */
const REPAIRED = bitmap([0, 4, 32, 51]);
const FREED = bitmap([0, 32, 51]);

/** Base64 of the big-endian number with these bits. */
export function bitmap(bits: readonly number[]): string {
  let value = bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n));
  return btoa(String.fromCharCode(...bytes));
}

const CLAIMS = [
  { namespace: 'default', name: 'kubernetes', ip: '10.96.0.1', verdict: 'valid' },
  { namespace: 'ops', name: 'auth', ip: '10.96.0.33', verdict: 'valid' },
  {
    namespace: 'shop',
    name: 'api',
    ip: '10.96.0.33',
    verdict: 'already-allocated',
    reason: 'ClusterIPAlreadyAllocated',
  },
  {
    namespace: 'shop',
    name: 'db',
    ip: '10.96.0.52',
    verdict: 'not-allocated',
    reason: 'ClusterIPNotAllocated',
  },
];

class Story {
  #now = 0;
  #revision = 10;
  readonly recorder = new Recorder(() => asTime(this.#now));

  at(seconds: number): this {
    this.#now = seconds * SECOND;
    return this;
  }

  put(key: string, object: unknown): number {
    this.#revision += 1;
    const fields = { op: 'put', key, revision: this.#revision, lease: 0 };
    this.recorder.writeRevision('etcd', null, fields, object);
    return this.#revision;
  }

  range(data: string): number {
    return this.put(RANGE_KEY, { kind: 'RangeAllocation', range: RANGE, data });
  }

  repair(phase: string, figures: object, cause: Seq | null = null): Seq {
    const fields = { allocator: 'cluster-ip', phase, figures };
    return this.recorder.write('repair', LOOP, cause, fields);
  }

  /** The judge's word on a claim, and the Event of it. */
  complain(service: string, reason: string, written: boolean): void {
    const [namespace, name] = service.split('/');
    const decision = this.recorder.write('decision', LOOP, null, {
      name: 'doRunOnce',
      outcome: 'already-allocated',
      reason: `${reason} says why`,
      saw: [],
    });
    if (!written) return;
    this.recorder.write('event', LOOP, decision, {
      count: 1,
      type: 'Warning',
      reason,
      regarding: { kind: 'Service', namespace, name },
      message: `${reason} says why`,
      reportingController: 'ipallocator-repair-controller',
    });
  }
}

interface Run {
  readonly run: number;
  readonly stored: string;
  readonly version: number;
  /** Its Events are new ones. */
  readonly fresh: boolean;
}

function readAndRebuild(story: Story, count: object, { stored, version, fresh }: Run): Seq {
  const snapshot = { range: RANGE, data: stored, resourceVersion: String(version) };
  const first = story.repair('snapshot', { ...count, ...snapshot, configured: RANGE });
  const lacked = stored === STORED;
  const claims = CLAIMS.map((claim) =>
    claim.name === 'db' && !lacked ? { ...claim, verdict: 'valid', reason: undefined } : claim,
  );
  for (const { namespace, name, reason } of claims) {
    if (reason !== undefined) story.complain(`${namespace}/${name}`, reason, fresh);
  }
  story.repair('rebuilt', { ...count, items: claims, range: RANGE, data: bitmap([0, 32, 51]) });
  return first;
}

const LEAK = { ip: '10.96.0.5' };

/** Seqs that tests ask about. */
export interface RepairStory {
  readonly orrery: Orrery;
  /** Snapshots: the try that conflicted, the one after it, and the two runs that followed. */
  readonly firsts: readonly Seq[];
  readonly firstSave: Seq;
}

export function repairStory(): RepairStory {
  const story = new Story();
  for (const { namespace, name, ip } of CLAIMS) {
    story.put(`/registry/services/specs/${namespace}/${name}`, {
      kind: 'Service',
      spec: { clusterIP: ip, clusterIPs: [ip] },
    });
  }
  story.put('/registry/services/specs/old/legacy', { spec: { clusterIP: '10.200.0.1' } });
  story.put('/registry/services/specs/old/headless', { spec: { clusterIP: 'None' } });
  const version = story.range(STORED);
  const run1 = { run: 1, stored: STORED, version, fresh: true };
  const firsts = [readAndRebuild(story.at(2), { run: 1, try: 1 }, run1)];
  story.repair('leak', { run: 1, try: 1, ...LEAK, outcome: 'flagged', before: null, counter: 1 });
  story.repair('conflict', { run: 1, try: 1, message: 'the provided resource version' });
  firsts.push(readAndRebuild(story.at(2.02), { run: 1, try: 2 }, { ...run1, fresh: false }));
  story.repair('leak', { run: 1, try: 2, ...LEAK, outcome: 'kept', before: 1, counter: 0 });
  const saved = story.range(REPAIRED);
  const told = { range: RANGE, data: REPAIRED, resourceVersion: String(saved) };
  const firstSave = story.repair('saved', { run: 1, try: 2, ...told });
  const run2 = { run: 2, stored: REPAIRED, version: saved, fresh: false };
  firsts.push(readAndRebuild(story.at(182), { run: 2, try: 1 }, run2));
  story.repair('leak', { run: 2, try: 1, ...LEAK, outcome: 'freed', before: 0, counter: 0 });
  const freed = String(story.range(FREED));
  story.repair('saved', { run: 2, try: 1, range: RANGE, data: FREED, resourceVersion: freed });
  const run3 = { run: 3, stored: FREED, version: Number(freed), fresh: false };
  firsts.push(readAndRebuild(story.at(362), { run: 3, try: 1 }, run3));
  const same = { range: RANGE, data: FREED, resourceVersion: 'unchanged' };
  story.repair('saved', { run: 3, try: 1, ...same });
  return { orrery: pageWith(story), firsts, firstSave };
}

function pageWith({ recorder }: Story): Orrery {
  const orrery = createOrrery();
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.session.setState({ reached: asTime(400 * SECOND), status: 'done', traceVersion: 1 });
  return orrery;
}
