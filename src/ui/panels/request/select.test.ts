import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, type Seq, TraceIndex } from '#trace';
import { latestRequest, neighbour, requestOf, selectRequest } from './select';

let now = 0;
let id = 0;
const recorder = new Recorder(() => asTime(now));
const SERVER = 'kube-apiserver-a';

const ask = (at: number, actor: string, server: string, fields: object, cause: Seq | null) => {
  now = at;
  id += 1;
  const seq = recorder.write('request', actor, cause, {
    id,
    client: actor.split('/')[0],
    server,
    verb: 'get',
    group: '',
    version: 'v1',
    resource: 'namespaces',
    subresource: '',
    namespace: '',
    name: '',
    query: '',
    user: '',
    userAgent: '',
    ...fields,
  });
  return { seq, id };
};

const answer = (at: number, actor: string, to: { seq: Seq; id: number }, code: number) => {
  now = at;
  const fields = { id: to.id, code, reason: code < 300 ? '' : 'Conflict', resourceVersion: 7 };
  return recorder.write('response', actor, to.seq, fields);
};

const message = (of: Seq, [from, to]: readonly [string, string], takes: number, lost = false) => {
  const fields = { of, sentAt: asTime(now), arrivesAt: asTime(now + takes), from, to, lost };
  return recorder.write('message', from, of, fields);
};

// Alice creates a Namespace; the write is in etcd, and two watches hear of it.
const create = ask(1_000, 'kubectl', SERVER, { verb: 'create', name: 'shop', user: 'alice' }, null);
message(create.seq, ['kubectl', SERVER], 300);
const store = { group: 'etcdserverpb', resource: 'kv', name: '/registry/namespaces/shop' };
const txn = ask(
  1_300,
  `${SERVER}/etcd-client`,
  'etcd',
  { ...store, verb: 'txn', query: 'put' },
  create.seq,
);
now = 2_000;
const put = recorder.write('etcd', 'etcd', txn.seq, {
  op: 'put',
  key: store.name,
  revision: 7,
  lease: 0,
});
const heard = { id: 1, type: 'ADDED', resourceVersion: 7, resource: 'namespaces', namespace: '' };
recorder.write('watch', 'etcd', put, { ...heard, name: 'shop' });
const watches = [1, 2].map(() =>
  recorder.write('watch', `${SERVER}/apiserver`, put, { ...heard, name: 'shop' }),
);
const stored = answer(2_100, 'etcd', txn, 200);
const made = answer(2_500, `${SERVER}/apiserver`, create, 201);
message(made, [SERVER, 'kubectl'], 400, true);
// The next request is none of this one's, though its client has waited for the answer.
const next = ask(9_000, 'kubectl', SERVER, { name: 'shop' }, made);
// The store, asked by nobody's request.
const own = ask(9_500, `${SERVER}/compactor`, 'etcd', { ...store, verb: 'range' }, null);

const index = new TraceIndex(recorder.table);
index.update();
const { table } = index;

it('shows the way to etcd and back, with what is lost', () => {
  const view = selectRequest(index, create.seq);
  expect(view.lanes).toEqual(['kubectl', `${SERVER}/apiserver`, `${SERVER}/etcd-client`, 'etcd']);
  expect(
    view.rows.map(({ from, to, at, arrives, lost, text }) => [from, to, at, arrives, lost, text]),
  ).toEqual([
    [0, 1, 0, 300, false, 'POST namespaces shop'],
    [2, 3, 300, undefined, false, 'txn put /registry/namespaces/shop'],
    [3, 2, 1_100, undefined, false, '200 rv 7'],
    [1, 0, 1_500, undefined, true, '201 rv 7'],
  ]);
});

it('counts what it took and what came of it', () => {
  const { storeCalls, storeUs, writes, told, response } = selectRequest(index, create.seq);
  expect({ storeCalls, storeUs, told }).toEqual({ storeCalls: 1, storeUs: 800, told: 2 });
  expect(writes.map(({ revision }) => revision)).toEqual([7]);
  expect(response?.seq).toBe(made);
});

it('says of an unanswered request that it has no answer', () => {
  const view = selectRequest(index, next.seq);
  expect(view.response).toBeUndefined();
  expect(view.rows).toHaveLength(1);
});

it('finds the request that a record belongs to', () => {
  for (const seq of [create.seq, txn.seq, put, stored, made, ...watches]) {
    expect(requestOf(table, seq)).toBe(create.seq);
  }
  expect(requestOf(table, own.seq)).toBe(own.seq);
});

it('takes the latest request of the API, and that of a process', () => {
  expect(latestRequest(table, 8_999, undefined)).toBe(create.seq);
  expect(latestRequest(table, 9_900, SERVER)).toBe(next.seq);
  expect(latestRequest(table, 9_900, 'somebody-else')).toBeUndefined();
  expect(latestRequest(table, 0, undefined)).toBeUndefined();
});

it('goes to the request of the same client before and after', () => {
  expect(neighbour(index, create.seq, 1)).toBe(next.seq);
  expect(neighbour(index, next.seq, -1)).toBe(create.seq);
  expect(neighbour(index, create.seq, -1)).toBeUndefined();
});
