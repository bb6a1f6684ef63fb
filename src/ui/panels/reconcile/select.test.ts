import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, type Seq } from '#trace';
import { translator } from '../../i18n';
import { createOrrery, type Orrery } from '../../stores';
import { exampleTrace, RECONCILER, SERVER } from '../example-trace';
import { callLine } from './calls';
import { conclusion, questionsOf } from './questions';
import { reconcilers } from './reconcilers';
import { type Round, roundInQuestion, selectRounds } from './rounds';
import { type RoundView, selectRound } from './select';
import { reconcileTexts } from './texts';

const { orrery, records } = exampleTrace();
const { index } = orrery;
const END = asTime(30_000_000);
const t = translator(reconcileTexts, { language: 'en' });

const RIGHT = {
  formatCorrect: true,
  ipsCorrect: true,
  portsCorrect: true,
  skipMirrorChanged: false,
  action: 'none',
  addresses: ['a'],
  leases: ['a'],
};

it('finds the reconcilers', () => expect(reconcilers(index)).toEqual([RECONCILER]));

describe('selectRounds', () => {
  it('has a round for each time the machine left idle', () => {
    const rounds = selectRounds(index, RECONCILER, END);
    expect(rounds.map(({ decision }) => decision?.action)).toEqual(['update', 'none']);
    expect(rounds[0]).toMatchObject({ first: records.roundStart, over: true, removal: false });
    expect(rounds[1].verdict?.reason).toBe('EndpointsCorrect');
  });

  it('shows only what has happened by the playhead', () => {
    expect(selectRounds(index, RECONCILER, asTime(12_000_000))).toEqual([]);
    const [begun] = selectRounds(index, RECONCILER, asTime(13_000_000));
    expect(begun).toMatchObject({ decision: undefined, first: records.roundStart, over: false });
  });

  it('is at the round of the selected record, else at the newest', () => {
    const rounds = selectRounds(index, RECONCILER, END);
    expect(roundInQuestion(rounds, records.decision)).toBe(rounds[0]);
    expect(roundInQuestion(rounds, undefined)).toBe(rounds[1]);
    expect(roundInQuestion([], 3)).toBeUndefined();
  });
});

describe('selectRound', () => {
  const [round] = selectRounds(index, RECONCILER, END);
  const view = selectRound(index, RECONCILER, round);

  it('tells the calls with their answers, and the timer behind the round', () => {
    expect(view.calls.map((call) => callLine(call, '?'))).toEqual([
      'GET endpoints default/kubernetes → 200, rv 5',
      'PUT endpoints default/kubernetes → 200, rv 8',
    ]);
    expect(view.timer).toBe(records.tick);
  });

  it('tells the Endpoints as they were read', () => {
    expect(view.read).toMatchObject({
      name: 'default/kubernetes',
      missing: false,
      subsets: [{ addresses: ['10.0.0.11', '10.0.0.12'], ports: ['https 6443'] }],
      skipMirror: undefined,
    });
  });

  it('tells line by line what was written', () => {
    const [{ lines }] = view.written;
    expect(lines.filter(({ mark }) => mark !== 'same')).toEqual([
      { mark: 'removed', text: '  - ip: 10.0.0.11' },
    ]);
    expect(lines.at(-1)?.text).toBe('  ports: https 6443');
  });

  it('says nothing of an address whose lease somebody deleted', () => {
    expect(view.stayed).toEqual([]);
  });
});

/** A server writes its lease at 1 s and dies at 5 s; another drops its address at 21 s. */
function lateStory(): Orrery {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const at = (seconds: number): void => {
    now = seconds * 1_000_000;
  };
  const dead = { name: 'kube-apiserver-c', exitCode: 137, reason: 'SIGKILL' };
  const call = { group: '', version: '', subresource: '', user: '', userAgent: '', query: '' };
  const ask = (client: string, verb: string, resource: string, cause: Seq | null): Seq =>
    recorder.write('request', client, cause, {
      ...call,
      ...{ id: now, client: client.split('/')[0], server: 'etcd', verb, resource },
      ...{ namespace: 'default', name: 'kubernetes' },
    });
  const key = '/registry/masterleases/10.0.0.13';
  recorder.write('process', dead.name, null, { ...dead, phase: 'running' });
  at(1);
  const put = { op: 'put', key, revision: 2, lease: 1 };
  const asked = ask(`${dead.name}/lease-reconciler`, 'txn', 'kv', null);
  recorder.writeRevision('etcd', asked, put, {});
  at(5);
  recorder.write('process', dead.name, null, { ...dead, phase: 'exited' });
  at(16);
  const ended = { op: 'lease-expire', key: '', revision: 2, lease: 1 };
  recorder.write('etcd', 'etcd/lessor', null, ended);
  at(21);
  const state = { machine: 'm', from: 'idle', to: 'renewingLease', event: 'reconcileAsked' };
  const begun = recorder.write('state', RECONCILER, null, state);
  // A hook that started with the reconciler, and writes something of its own.
  ask(`${SERVER}/loopback`, 'create', 'leases', begun);
  const [addresses, leases] = [['10.0.0.12', '10.0.0.13'], ['10.0.0.12']];
  const answers = { ...RIGHT, ipsCorrect: false, action: 'update', addresses, leases };
  const decided = recorder.write('endpoints', RECONCILER, begun, answers);
  const update = ask(`${SERVER}/loopback`, 'update', 'endpoints', decided);
  const answer = { id: now, code: 200, reason: '', resourceVersion: 9 };
  recorder.write('response', SERVER, update, answer);
  const orrery = createOrrery();
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  return orrery;
}

it('counts no call of another hook of the server', () => {
  const { index: late } = lateStory();
  const [round] = selectRounds(late, RECONCILER, END);
  const { calls, written } = selectRound(late, RECONCILER, round);
  const resources = [calls, written.map(({ call }) => call)].map((all) =>
    all.map(({ request }) => request.resource),
  );
  expect(resources).toEqual([['endpoints'], ['endpoints']]);
});

it('tells how long an address had stayed listed, and how long it had led nowhere', () => {
  const late = lateStory();
  const [round] = selectRounds(late.index, RECONCILER, END);
  expect(selectRound(late.index, RECONCILER, round).stayed).toEqual([
    { ip: '10.0.0.13', sinceRenewalUs: 20_000_000, deadUs: 16_000_000, listed: 2 },
  ]);
});

/** A view with a decision of these answers. */
function viewWith(
  decision: object | undefined,
  more: Partial<Round> = {},
  kind: RoundView['kind'] = 'lease',
): RoundView {
  const round = { decision, verdict: undefined, removal: false, over: true, ...more };
  return { kind, round } as unknown as RoundView;
}

describe('the questions of a lease reconcile', () => {
  const answers = (decision: object, more?: Partial<Round>): readonly string[] =>
    questionsOf(t, viewWith({ ...RIGHT, ...decision }, more)).map(({ answer }) => answer);

  it.each([
    ['all right', {}, ['yes', 'yes', 'not asked: reconcilePorts is false', 'no', 'no']],
    [
      'another set of addresses',
      { ipsCorrect: false, addresses: ['a', 'b'] },
      ['yes', 'no: 2 listed, 1 leased', 'not asked: reconcilePorts is false', 'no', 'no'],
    ],
    [
      'a wrong format and no label',
      { formatCorrect: false, ipsCorrect: false, portsCorrect: false, skipMirrorChanged: true },
      ['no', 'not looked at', 'not looked at', 'yes', 'no'],
    ],
  ])('%s', (_name, decision, expected) => expect(answers(decision)).toEqual(expected));

  it('compares the ports in a removal', () => {
    expect(answers({}, { removal: true })[2]).toBe('yes');
    expect(answers({ portsCorrect: false }, { removal: true })[2]).toBe('no');
  });

  it('refuses without a lease', () => {
    const verdict = { reason: 'NoLeasesListed' } as Round['verdict'];
    expect(questionsOf(t, viewWith(undefined, { verdict }))).toMatchObject([
      { answer: 'yes: refused', fine: false },
    ]);
    expect(questionsOf(t, viewWith(undefined))).toEqual([]);
  });
});

describe('what follows', () => {
  const UPDATE = { ...RIGHT, action: 'update' };
  const wrong = { ipsCorrect: false };

  it.each([
    ['lease', RIGHT, 'so: leave them as they are'],
    ['lease', { ...UPDATE, ...wrong }, /addresses of the leases, sorted, ports kept/],
    ['lease', { ...UPDATE, ...wrong, portsCorrect: false }, /sorted, and the ports/],
    ['lease', { ...UPDATE, formatCorrect: false, ...wrong }, /one new subset/],
    ['lease', { ...UPDATE, portsCorrect: false }, 'so: write the ports'],
    ['lease', { ...UPDATE, skipMirrorChanged: true }, 'so: set the label'],
    ['lease', { ...RIGHT, action: 'create' }, /make them/],
    ['master-count', RIGHT, 'so: leave them as they are'],
    ['master-count', { ...RIGHT, action: 'create' }, /own address alone/],
    ['master-count', { ...UPDATE, formatCorrect: false }, /own address alone/],
    ['master-count', { ...UPDATE, ...wrong }, /add the own address/],
    ['master-count', { ...UPDATE, portsCorrect: false }, 'so: write the ports'],
    ['master-count', { ...UPDATE, skipMirrorChanged: true }, 'so: set the label'],
  ] as const)('%s %j', (kind, decision, words) => {
    expect(conclusion(t, viewWith(decision, {}, kind))).toMatch(words);
  });
});

it('asks a master-count reconcile for the own address, and not for leases', () => {
  const view = viewWith({ ...RIGHT, ipsCorrect: false, leases: [] }, {}, 'master-count');
  expect(questionsOf(t, view).map(({ question, answer }) => `${question} ${answer}`)).toEqual([
    'Exactly one subset? yes',
    'Own address listed, and not too many? no: 1 listed',
    'Ports equal? not asked: reconcilePorts is false',
    'skip-mirror label missing? no',
  ]);
});
