import { describe, expect, it } from 'vitest';
import { type SimTime, seconds } from '#base';
import { Recorder } from './recorder';
import { TraceIndex } from './trace-index';

const A = 'kube-apiserver-a';

/** A recorder whose clock is set by hand, in seconds. */
function world() {
  let now = 0;
  const recorder = new Recorder(() => seconds(now) as number as SimTime);
  const at = (time: number) => {
    now = time;
    return recorder;
  };
  const phase = (time: number, name: string, phase: string, exitCode: number | null = null) =>
    at(time).write('process', name, null, { name, phase, exitCode, reason: '' });
  const state = (time: number, actor: string, to: string, machine = 'm') =>
    at(time).write('state', actor, null, { machine, from: '', to, event: 'e' });
  const index = () => {
    const result = new TraceIndex(recorder.table);
    result.update();
    return result;
  };
  return { recorder, at, phase, state, index };
}

const s = (time: number): number => seconds(time);

describe('spans', () => {
  it('lasts from one transition to the next, and the last one goes on', () => {
    const { state, index } = world();
    state(1, 'p/x', 'idle');
    state(3, 'p/x', 'busy');
    const spans = index().spansOf('p/x');
    expect(spans.map((span) => [span.state, span.from, span.to])).toEqual([
      ['idle', s(1), s(3)],
      ['busy', s(3), undefined],
    ]);
    expect(index().spanAt('p/x', s(2.9))?.state).toBe('idle');
    expect(index().spanAt('p/x', s(3))?.state).toBe('busy');
    expect(index().spanAt('p/x', s(0.9))).toBeUndefined();
  });

  it('ends with the process, also deep inside, and begins anew with the next life', () => {
    const { phase, state, index } = world();
    phase(0, A, 'starting');
    phase(1, A, 'running');
    state(2, `${A}/hooks/x`, 'waiting');
    state(2, 'kube-apiserver-ab/hooks/x', 'waiting');
    phase(5, A, 'exited', 137);
    phase(8, A, 'starting');
    state(9, `${A}/hooks/x`, 'running');
    const spans = index().spansOf(`${A}/hooks/x`);
    expect(spans.map((span) => [span.state, span.from, span.to])).toEqual([
      ['waiting', s(2), s(5)],
      ['running', s(9), undefined],
    ]);
    expect(index().spanAt(`${A}/hooks/x`, s(6))).toBeUndefined();
    expect(index().spanAt('kube-apiserver-ab/hooks/x', s(6))?.state).toBe('waiting');
    expect(
      index()
        .spansOf(A)
        .map((span) => span.state),
    ).toEqual(['starting', 'running', 'exited', 'starting']);
    expect(index().processPhaseAt(A, s(6))).toMatchObject({ phase: 'exited', exitCode: 137 });
    expect(index().processPhaseAt(A, s(9))).toMatchObject({ phase: 'starting', exitCode: null });
    expect(index().processes).toEqual([A]);
  });

  it('keeps two machines of one actor apart and gives only the window that was asked for', () => {
    const { state, index } = world();
    for (let time = 0; time < 10; time += 1) {
      state(time, 'p/x', `a${time}`, 'first');
      state(time + 0.5, 'p/x', `b${time}`, 'second');
    }
    const spans = index().spansOf('p/x', s(3.1), s(4.2));
    expect(spans.map((span) => span.state)).toEqual(['b2', 'a3', 'b3', 'a4']);
    expect(index().spanAt('p/x', s(4.2))?.state).toBe('a4');
  });
});

describe('hooks and timers', () => {
  const hook = { server: A, name: 'bootstrap-controller', type: 'post-start' };

  it('folds a hook to its newest phase and forgets it when the server starts again', () => {
    const { at, phase, index } = world();
    phase(0, A, 'starting');
    at(1).write('hook', `${A}/hooks/x`, null, { ...hook, phase: 'started' });
    at(2).write('hook', `${A}/hooks/x`, null, { ...hook, phase: 'succeeded' });
    phase(5, A, 'exited', 0);
    phase(6, A, 'starting');
    const answer = (time: number) =>
      index()
        .hooksAt(A, s(time))
        .map((state) => state.phase);
    expect([answer(0.5), answer(1), answer(2), answer(5.5), answer(7)]).toEqual([
      [],
      ['started'],
      ['succeeded'],
      [],
      [],
    ]);
  });

  it('knows which timers run', () => {
    const { at, phase, index } = world();
    const timer = (time: number, name: string, phase: string, firesAt: number) =>
      at(time).write('timer', `${A}/x`, null, { name, phase, firesAt: s(firesAt) });
    phase(0, A, 'starting');
    timer(1, 'poll', 'armed', 3);
    timer(1, 'retry', 'armed', 9);
    timer(2, 'retry', 'cancelled', 9);
    timer(3, 'poll', 'armed', 7);
    phase(5, A, 'exited', 137);
    const running = (time: number) =>
      index()
        .timersAt(`${A}/x`, s(time))
        .map((one) => `${one.name} ${one.firesAt / 1e6}`);
    expect([running(1.5), running(2.5), running(4), running(6)]).toEqual([
      ['poll 3', 'retry 9'],
      ['poll 3'],
      ['poll 7'],
      [],
    ]);
  });
});

describe('messages, connections, partitions', () => {
  it('finds what is under way, whatever lies in between', () => {
    const { at, index } = world();
    const send = (sent: number, arrives: number) =>
      at(sent).write('message', 'a', null, {
        of: 0,
        sentAt: s(sent),
        arrivesAt: s(arrives),
        from: 'a',
        to: 'b',
        lost: false,
      });
    const long = send(0, 900);
    for (let time = 1; time <= 600; time += 1) send(time, time + 0.25);
    expect(index().messagesAt(s(500.1))).toEqual([long, 500]);
    expect(index().messagesAt(s(500.25))).toEqual([long]);
    expect(index().messagesAt(s(901))).toEqual([]);
  });

  it('counts connections of a pair, and a client that exits has none', () => {
    const { at, phase, index } = world();
    const connection = (time: number, phase: string, reason = '') =>
      at(time).write('connection', A, null, { client: A, server: 'etcd', phase, reason });
    connection(1, 'opened');
    connection(2, 'opened');
    connection(3, 'timed-out', 'no answer');
    phase(4, A, 'exited', 137);
    const answer = (time: number) =>
      index()
        .connectionsAt(s(time))
        .map(({ phase, open, reason }) => [phase, open, reason]);
    expect([answer(0), answer(2), answer(3), answer(5)]).toEqual([
      [],
      [['opened', 2, '']],
      [['timed-out', 1, 'no answer']],
      [['ended', 0, '']],
    ]);
  });

  it('ends a partition by the record that takes it back', () => {
    const { at, index } = world();
    const step = { between: ['a'], and: ['b', 'c'] };
    const fault = { verb: 'partition', target: 'a, b', step };
    const first = at(1).write('fault', 'scenario', null, fault);
    const timer = { name: 'undo partition', phase: 'armed', firesAt: s(4) };
    const armed = at(1).write('timer', 'scenario', first, timer);
    at(2).write('fault', 'scenario', null, fault);
    at(4).write('fault', 'scenario', armed, { ...fault, step: { undo: step } });
    const count = (time: number) => index().partitionsAt(s(time)).length;
    expect([count(0), count(1), count(2), count(4), count(60)]).toEqual([0, 1, 2, 1, 1]);
    expect(index().partitionsAt(s(1))[0]).toMatchObject(step);
  });
});

describe('causes', () => {
  it('walks both ways', () => {
    const { at, index } = world();
    const log = (cause: number | null) =>
      at(1).write('log', 'p', cause, { level: 'info', message: '' });
    const root = log(null);
    const child = log(root);
    const other = log(root);
    const grandchild = log(child);
    expect(index().effectsOf(root)).toEqual([child, other]);
    expect(index().effectsOf(root, 1)).toEqual([other]);
    expect(index().effectsOf(grandchild)).toEqual([]);
    expect(index().causeChain(grandchild)).toEqual([child, root]);
    expect(index().causeChain(grandchild, 1)).toEqual([child]);
  });
});

describe('leases', () => {
  function masters() {
    const { at, index } = world();
    let id = 0;
    const put = (time: number, holder: string, etcdLease: number) => {
      id += 1;
      const timer = { name: `lease ${etcdLease}`, phase: 'armed', firesAt: s(time + 15) };
      at(time).write('timer', 'etcd/lessor', null, timer);
      const request = at(time).write('request', `${holder}/etcd-client`, null, {
        id,
        client: holder,
        server: 'etcd',
        verb: 'txn',
        group: 'etcdserverpb',
        version: 'v3',
        resource: 'kv',
        subresource: '',
        namespace: '',
        name: '/registry/masterleases/10.0.0.11',
        query: '',
        user: '',
        userAgent: '',
      });
      const key = '/registry/masterleases/10.0.0.11';
      const fields = { op: 'put', key, revision: id, lease: etcdLease };
      return at(time).writeRevision('etcd', request, fields, {});
    };
    const expire = (time: number, etcdLease: number) => {
      const fields = { op: 'lease-expire', key: '', revision: 0, lease: etcdLease };
      return at(time).write('etcd', 'etcd/lessor', null, fields);
    };
    return { put, expire, index };
  }

  it('takes holder and expiry from the last write, and an old etcd lease no longer counts', () => {
    const { put, expire, index } = masters();
    put(0, A, 101);
    const last = put(10, A, 102);
    expire(15.5, 101);
    const expiry = expire(25.5, 102);
    const at = (time: number) => index().masterLeasesAt(s(time))[0];
    expect(at(5)).toMatchObject({ ip: '10.0.0.11', holder: A, expiresAt: s(15), expired: false });
    expect(at(16)).toMatchObject({ grantedAt: s(10), expiresAt: s(25), expired: false, seq: last });
    expect(at(26)).toMatchObject({ expired: true, removed: false, endedAt: s(25.5) });
    const [track] = index().leases();
    expect(track.holds).toEqual([
      {
        holder: A,
        from: 0,
        to: s(25.5),
        end: 'expired',
        seq: 2,
        lastSeq: last,
        writes: 2,
        endSeq: expiry,
      },
    ]);
  });

  it('keeps locks of one name apart that are different objects', () => {
    const { at, index } = world();
    const name = 'kube-system/kube-controller-manager';
    const note = (time: number, phase: string, holder: string, resource: string) => {
      const texts = { client: holder, server: A, verb: 'update', group: '', version: 'v1' };
      const rest = { subresource: '', namespace: '', name, query: '', user: '', userAgent: '' };
      const request = { id: time, ...texts, resource, ...rest };
      const cause = at(time).write('request', `${holder}/client`, null, request);
      at(time).write('lease', `${holder}/leader-election`, cause, { lease: name, holder, phase });
    };
    note(1, 'acquired', 'old', 'endpoints');
    note(2, 'acquired', 'new', 'leases');
    note(3, 'renewed', 'old', 'endpoints');
    note(4, 'released', 'new', 'leases');
    const seen = index()
      .leases()
      .map(({ lock, holds }) => [lock, holds.map(({ holder, end }) => `${holder} ${end}`)]);
    expect(seen).toEqual([
      ['endpoints', ['old held']],
      ['leases', ['new removed']],
    ]);
  });

  it('sees another holder take over', () => {
    const { put, index } = masters();
    put(0, A, 101);
    put(3, 'kube-apiserver-b', 102);
    const [track] = index().leases();
    expect(track.holds.map(({ holder, end }) => [holder, end])).toEqual([
      [A, 'taken'],
      ['kube-apiserver-b', 'held'],
    ]);
  });
});
