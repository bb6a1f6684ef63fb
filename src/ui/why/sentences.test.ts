import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { type FieldsOf, RECORD_KINDS, Recorder, type RecordKind } from '#trace';
import { causeSentenceOf, sentenceOf } from './sentences';

/** A record of each kind with plausible fields, and its English sentence. */
const SAMPLES: { readonly [K in RecordKind]: readonly [FieldsOf<K>, string] } = {
  state: [
    { machine: 'm', from: 'idle', to: 'syncing', event: 'keyQueued' },
    'a went from idle to syncing on keyQueued',
  ],
  request: [
    {
      id: 7,
      client: 'kube-apiserver-b/etcd-client',
      server: 'etcd',
      verb: 'range',
      group: 'etcdserverpb',
      version: 'v3',
      resource: 'kv',
      subresource: '',
      namespace: '',
      name: '/registry/masterleases/',
      query: '',
      user: '',
      userAgent: '',
    },
    'kube-apiserver-b asked etcd for the keys /registry/masterleases/',
  ],
  response: [
    { id: 7, code: 200, reason: '', resourceVersion: 9 },
    'etcd answered kube-apiserver-b after 2.5 ms',
  ],
  watch: [
    {
      id: 7,
      type: 'ADDED',
      resource: 'endpoints',
      namespace: 'default',
      name: 'kubernetes',
      resourceVersion: 9,
    },
    'a sent on the watch: ADDED endpoints default/kubernetes at revision 9',
  ],
  message: [
    { of: 1, from: 'x', to: 'y', sentAt: asTime(2_500), arrivesAt: asTime(2_900), lost: false },
    'x sent y a request, 400 µs on its way',
  ],
  connection: [
    { client: 'x', server: 'y', phase: 'timed-out', reason: 'no answer' },
    'the connection of x to y timed out: no answer',
  ],
  timer: [
    { name: 'reconcile-tick', phase: 'armed', firesAt: asTime(46_203_000) },
    'a set its timer reconcile-tick to fire at 00:46.203',
  ],
  decision: [
    { name: 'doReconcile', outcome: 'none', reason: 'all three addresses are listed', saw: [] },
    'a decided to do nothing (doReconcile): all three addresses are listed',
  ],
  delta: [
    { type: 'Added', resourceVersion: 3, informer: 'namespaces', namespace: '', name: 'default' },
    'the informer namespaces of a saw Added default',
  ],
  etcd: [{ op: 'lease-expire', key: '', revision: 0, lease: 12 }, 'etcd lease 12 ran out'],
  hook: [
    { server: 's', name: 'bootstrap-controller', type: 'post-start', phase: 'succeeded' },
    'the hook bootstrap-controller of s finished',
  ],
  health: [
    { server: 's', endpoint: 'readyz', code: 500, failing: ['etcd', 'shutdown'] },
    'readyz of s turned to 500, because of etcd, shutdown',
  ],
  lease: [
    { lease: 'masterleases/10.0.0.11', holder: 's', phase: 'renewed' },
    's renewed the lease masterleases/10.0.0.11',
  ],
  queue: [
    { controller: 'c', op: 'add', key: 'k', delay: 5_000 },
    'the queue of c: add k, after 5 ms',
  ],
  event: [
    {
      count: 1,
      type: 'Warning',
      reason: 'ClusterIPOutOfRange',
      regarding: {},
      message: 'm',
      reportingController: 'c',
    },
    'Event Warning ClusterIPOutOfRange: m',
  ],
  process: [
    { name: 's', phase: 'exited', exitCode: 137, reason: 'SIGKILL' },
    's was killed (SIGKILL)',
  ],
  repair: [
    { allocator: 'cluster-ip', phase: 'saved', figures: {} },
    'a, repair of cluster-ip: saved',
  ],
  endpoints: [
    {
      formatCorrect: true,
      ipsCorrect: false,
      portsCorrect: true,
      skipMirrorChanged: false,
      action: 'update',
      addresses: ['10.0.0.11', '10.0.0.12'],
      leases: ['10.0.0.12'],
    },
    'a found wrong endpoints (addresses), so update: ' +
      '10.0.0.11, 10.0.0.12 listed, 10.0.0.12 leased',
  ],
  fault: [
    { verb: 'kill', target: 'kube-apiserver-a', step: { at: '30s', kill: 'kube-apiserver-a' } },
    'Step: kill kube-apiserver-a',
  ],
  log: [{ level: 'info', message: 'Serving securely' }, 'a logged: Serving securely'],
  expect: [{ name: 'e', ok: false, got: 1, want: 2 }, 'The expectation does not hold: e'],
  invariant: [{ name: 'i', ok: false, reason: 'why' }, 'The invariant i is broken: why'],
};

it('tells the end of a line of kubectl as an end, and not as a decision', () => {
  const recorder = new Recorder(() => asTime(0));
  const fields = { name: 'Execute', outcome: 'exit 0', reason: 'get pods', saw: [] };
  recorder.write('decision', 'kubectl', null, fields);
  expect(sentenceOf(recorder.table, 0, { language: 'en' })).toBe(
    'kubectl ended with exit 0: get pods',
  );
});

it('tells of a request that is sent again who sends it', () => {
  const recorder = new Recorder(() => asTime(0));
  const reason = 'retries: 1, retry-after: 5s - retry-reason: 503';
  const fields = { name: 'IsNextRetry', reason, saw: [] };
  for (const outcome of ['retry', 'none']) {
    recorder.write('decision', 'kube-scheduler-a/client', null, { ...fields, outcome });
  }
  const said = [0, 1].map((seq) => sentenceOf(recorder.table, seq, { language: 'en' }));
  expect(said).toEqual([
    `kube-scheduler-a will send the request again (${reason})`,
    `kube-scheduler-a does not send the request again: ${reason}`,
  ]);
});

/** A trace with the request at 0, the sample at 1 (a request again where it is not one). */
function traceWith(kind: RecordKind) {
  let now = asTime(0);
  const recorder = new Recorder(() => now);
  recorder.write('log', 'x', null, { level: 'info', message: '' });
  const request = recorder.write('request', 'a', 0, SAMPLES.request[0]);
  now = asTime(2_500);
  const seq = recorder.write(kind, 'a', request, SAMPLES[kind][0] as never);
  return { table: recorder.table, seq };
}

describe('a step', () => {
  const said = (verb: string, step: unknown, language: 'en' | 'zh') => {
    const recorder = new Recorder(() => asTime(0));
    recorder.write('fault', 'scenario', null, { verb, target: 'etcd', step });
    return sentenceOf(recorder.table, 0, { language });
  };
  const text = { en: 'English', zh: '中文' };

  it.each([
    ['etcd', { outage: true }, 'Step: etcd outage', '步骤：etcd 不应答'],
    ['etcd', { undo: { outage: true } }, 'Step: healed: etcd outage', '步骤：已恢复：etcd 不应答'],
    ['pause', { undo: 'etcd' }, 'Step: etcd comes back', '步骤：etcd 恢复运行'],
    ['create', {}, 'Step: create etcd', '步骤：create etcd'],
    ['note', text, 'Note: English', '说明：中文'],
    ['note', 'as it is', 'Note: as it is', '说明：as it is'],
  ])('%s %j', (verb, step, en, zh) => {
    expect([said(verb, step, 'en'), said(verb, step, 'zh')]).toEqual([en, zh]);
  });
});

describe.each(RECORD_KINDS)('%s', (kind) => {
  const { table, seq } = traceWith(kind);

  it('has an English sentence', () => {
    expect(sentenceOf(table, seq, { language: 'en' })).toBe(SAMPLES[kind][1]);
  });

  it('has a Chinese sentence with no placeholder left open', () => {
    const sentence = sentenceOf(table, seq, { language: 'zh' });
    expect(sentence).toMatch(/[\u4e00-\u9fff]|^Event/);
    expect(sentence).not.toMatch(/[{}]/);
  });
});

it('shows a value that it does not know as it is', () => {
  const recorder = new Recorder(() => asTime(0));
  const fields = { name: 's', phase: 'dreaming', exitCode: null, reason: 'late' };
  const seq = recorder.write('process', 's', null, fields);
  expect(sentenceOf(recorder.table, seq, { language: 'en' })).toBe('s: dreaming late');
});

it('reads a note in the person’s language', () => {
  const recorder = new Recorder(() => asTime(0));
  const step = { en: 'look here', zh: '看这里' };
  const seq = recorder.write('fault', 'scenario', null, { verb: 'note', target: '', step });
  expect(sentenceOf(recorder.table, seq, { language: 'zh' })).toBe('说明：看这里');
});

it('tells a timer that set something off as one that fired', () => {
  let now = asTime(36_203_000);
  const recorder = new Recorder(() => now);
  recorder.write('log', 'x', null, { level: 'info', message: '' });
  const armed = { name: 'reconcile-tick', phase: 'armed', firesAt: asTime(46_203_000) };
  const seq = recorder.write('timer', 'b/lease-reconciler', 0, armed);
  now = asTime(46_203_000);
  expect(causeSentenceOf(recorder.table, seq, { language: 'en' })).toBe(
    'The timer reconcile-tick of b/lease-reconciler fired at 00:46.203, armed at 00:36.203',
  );
  expect(causeSentenceOf(recorder.table, 0, { language: 'en' })).toBe('x logged:');
});
