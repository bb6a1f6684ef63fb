/** Elections of controller managers and schedulers over the API, second by second. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base';
import type { ComponentSpec } from '#protocol';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const MANAGERS = ['a', 'b'].map((letter) => ({ name: `kube-controller-manager-${letter}` }));
const SCHEDULERS = ['a', 'b'].map((letter) => ({ name: `kube-scheduler-${letter}` }));
const LEASE = 'kube-system/kube-controller-manager';

interface Story {
  readonly kubernetes?: string;
  readonly managers?: readonly ComponentSpec[];
  readonly schedulers?: readonly ComponentSpec[];
  readonly timeline?: readonly object[];
  readonly until?: string;
}

function play({ kubernetes = '1.27', managers = [], schedulers = [], ...rest }: Story) {
  const { timeline = [], until = '80s' } = rest;
  const run = runOf(
    scenarioOf({
      ...{ seed: 5, until, kubernetes, apiServers: apiServers(1), startDelay: '500ms' },
      controllerManagers: managers.map((each) => ({ startAt: '5s', ...each })),
      schedulers: schedulers.map((each) => ({ startAt: '5s', ...each })),
      timeline: timeline as never[],
    }),
  );
  run.advance();
  const { table } = run;
  const leases = recordsOf(table, 'lease').filter(({ actor }) => actor.includes('election'));
  const phases = (phase: string) => leases.filter((record) => record.phase === phase);
  const logs = recordsOf(table, 'log').map(({ actor, message }) => `${actor}: ${message}`);
  const exits = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
  const leader = phases('acquired')[0]?.actor.split('/')[0];
  return { table, leases, phases, logs, exits, leader };
}

const at = ({ t }: { readonly t: number }): number => t / seconds(1);

describe('an election', () => {
  it('on an empty cluster: GET, POST, then GET and PUT every 2 s', () => {
    const { table, phases } = play({ managers: MANAGERS.slice(0, 1), until: '20s' });
    const client = ({ client: name }: { readonly client: string }) => name === MANAGERS[0].name;
    const asked = recordsOf(table, 'request').filter(client);
    const elector = asked.filter(({ userAgent: agent }) => agent.endsWith('/leader-election'));
    const lease = elector.map(({ verb }) => verb);
    expect(lease.slice(0, 6)).toEqual(['get', 'create', 'get', 'update', 'get', 'update']);
    expect(phases('acquired')).toHaveLength(1);
    const renewals = phases('renewed').map(at);
    for (const [index, time] of renewals.slice(1).entries()) {
      expect(time - renewals[index]).toBeGreaterThan(2);
      expect(time - renewals[index]).toBeLessThan(2.1);
    }
    const [{ query, userAgent }] = asked;
    expect(query).toBe('timeout=5s');
    expect(userAgent).toMatch(/^kube-controller-manager\/.*\/leader-election$/);
  });

  it('for a lock without a name asks nothing, and says so', () => {
    const [manager] = MANAGERS;
    const flags = ['--leader-elect-resource-name='];
    const { logs, table } = play({ managers: [{ ...manager, flags }], until: '20s' });
    const why = 'resource name may not be empty';
    expect(logs).toContain(
      `${manager.name}/leader-election: error retrieving resource lock kube-system/: ${why}`,
    );
    const leases = recordsOf(table, 'request').filter(({ resource }) => resource === 'leases');
    expect(leases.filter(({ client }) => client === manager.name)).toEqual([]);
  });

  it('a killed leader is followed 13 s to 23.8 s later, and by a transition', () => {
    const first = play({ managers: MANAGERS });
    const timeline = [{ at: '30s', kill: first.leader }];
    const { phases, table } = play({ managers: MANAGERS, timeline });
    const [, second] = phases('acquired');
    expect(at(second) - 30).toBeGreaterThan(13);
    expect(at(second) - 30).toBeLessThan(23.9);
    expect(second.actor.startsWith(`${first.leader}/`)).toBe(false);
    const put = table.archive.history(`/registry/leases/${LEASE}`).at(-1)?.object;
    expect((put as { spec: object }).spec).toMatchObject({ leaseTransitions: 1 });
    const told = recordsOf(table, 'event').filter(({ reason }) => reason === 'LeaderElection');
    expect(told.map(({ message }) => message.replace(/^\S+ /, ''))).toEqual([
      'became leader',
      'became leader',
    ]);
  });

  it('a leader that is cut off leaves 12 s after its last renewal, with exit code 1', () => {
    const first = play({ managers: MANAGERS });
    const partition = { between: [first.leader], and: ['kube-apiserver-a'] };
    const { phases, exits, logs } = play({
      managers: MANAGERS,
      timeline: [{ at: '30s', partition }],
    });
    const own = phases('renewed').filter(({ actor }) => actor.startsWith(`${first.leader}/`));
    const [exit] = exits;
    expect(exit).toMatchObject({ name: first.leader, exitCode: 1 });
    expect(at(exit) - at(own[own.length - 1])).toBeCloseTo(12, 1);
    const actor = `${first.leader}/leader-election`;
    const end = 'timed out waiting for the condition';
    const failure = `${actor}: failed to renew lease ${LEASE}: ${end}`;
    expect(logs).toContain(failure);
    expect(logs).toContain(`${first.leader}/controller-manager: "leaderelection lost"`);
    const [, second] = phases('acquired');
    expect(second.t).toBeGreaterThan(exit.t);
  });

  it('says from 1.32 on that the deadline was exceeded', () => {
    const partition = { between: [MANAGERS[0].name], and: ['kube-apiserver-a'] };
    const timeline = [{ at: '30s', partition }];
    const { logs } = play({ managers: MANAGERS.slice(0, 1), timeline, kubernetes: '1.32' });
    const end = `failed to renew lease ${LEASE}: context deadline exceeded`;
    expect(logs.some((line) => line.endsWith(end))).toBe(true);
  });

  it('a scheduler that is asked to stop gives its lease up; another has it within 4.4 s', () => {
    const first = play({ schedulers: SCHEDULERS });
    const timeline = [{ at: '30s', terminate: first.leader }];
    const { phases, exits, logs } = play({ schedulers: SCHEDULERS, timeline });
    expect(phases('released')).toHaveLength(1);
    expect(exits[0]).toMatchObject({ name: first.leader, exitCode: 0 });
    expect(logs).toContain(`${first.leader}/scheduler: "Requested to terminate, exiting"`);
    const [, second] = phases('acquired');
    expect(at(second) - 30).toBeLessThan(4.5);
  });

  it('a scheduler runs for its lease when its caches are full', () => {
    const { table, logs } = play({ schedulers: SCHEDULERS.slice(0, 1), until: '20s' });
    const lists = recordsOf(table, 'request').filter(
      ({ client, verb }) => client === SCHEDULERS[0].name && verb === 'list',
    );
    expect(new Set(lists.map(({ resource }) => resource)).size).toBe(14);
    const start = logs.findIndex((line) => line.includes('attempting to acquire leader lease'));
    expect(start).toBeGreaterThan(0);
  });

  it('a controller manager ends at a signal and keeps its lease', () => {
    const first = play({ managers: MANAGERS });
    const timeline = [{ at: '30s', terminate: first.leader }];
    const { phases, exits } = play({ managers: MANAGERS, timeline });
    expect(exits[0]).toMatchObject({ exitCode: 143 });
    expect(phases('released')).toEqual([]);
    expect(at(phases('acquired')[1]) - 30).toBeGreaterThan(13);
  });

  it('from 1.30 on renews without reading', () => {
    const { table } = play({
      managers: MANAGERS.slice(0, 1),
      kubernetes: '1.30',
      until: '20s',
    });
    const lease = recordsOf(table, 'request')
      .filter(({ client }) => client === MANAGERS[0].name)
      .filter(({ userAgent }) => userAgent.endsWith('/leader-election'))
      .map(({ verb }) => verb);
    expect(lease.slice(0, 5)).toEqual(['get', 'create', 'update', 'update', 'update']);
  });

  it('a lease edited by hand: the leader leaves within 10 s, and nobody leads for 15 s', () => {
    const patch = {
      ...{ kind: 'Lease', namespace: 'kube-system', name: 'kube-controller-manager' },
      ...{ type: 'merge', patch: { spec: { holderIdentity: 'somebody' } } },
    };
    const timeline = [{ at: '30s', patch }];
    const { phases, exits } = play({ managers: MANAGERS, timeline });
    expect(at(exits[0]) - 30).toBeGreaterThan(9.9);
    expect(at(exits[0]) - 30).toBeLessThan(12.2);
    expect(at(phases('acquired')[1]) - 30).toBeGreaterThan(15);
  });
});

describe('flags of an election', () => {
  it.each([
    ['--leader-elect-lease-duration=5s', '1.27', 2, 'panic: leaseDuration must be greater than'],
    ['--leader-elect-resource-lock=endpoints', '1.26', 255, 'error creating lock: endpoints l'],
    [
      ...['--leader-elect-resource-lock=endpointsleases', '1.27'],
      ...[1, '"command failed" err="resourceLock value must be \\"leases\\""'],
    ] as const,
    ['--leader-elect-resource-lock=foo', '1.33', 1, 'err="resourceLock value must be \\"leases'],
  ] as const)('%s of %s ends the process with %i', (flag, kubernetes, exitCode, message) => {
    const managers = [{ ...MANAGERS[0], flags: [flag] }];
    const { exits, logs } = play({ kubernetes, managers, until: '10s' });
    expect(exits[0]).toMatchObject({ exitCode });
    expect(logs.some((line) => line.includes(message))).toBe(true);
  });

  it('a lock of an unknown kind ends a scheduler', () => {
    const flags = ['--leader-elect-resource-lock=foo'];
    const { exits, logs } = play({ schedulers: [{ ...SCHEDULERS[0], flags }], until: '10s' });
    expect(exits[0]).toMatchObject({ exitCode: 1 });
    const error = `"couldn't create resource lock: Invalid lock-type foo"`;
    expect(logs.some((line) => line.includes(`"command failed" err=${error}`))).toBe(true);
  });

  it('may still be held on two objects: in 1.26, and by flags of a scheduler of 1.27', () => {
    const flags = ['--leader-elect-resource-lock=endpointsleases'];
    const [manager, scheduler] = [
      { ...MANAGERS[0], flags },
      { ...SCHEDULERS[0], flags },
    ];
    const elder = play({ kubernetes: '1.26', managers: [manager], until: '10s' });
    const younger = play({ kubernetes: '1.27', schedulers: [scheduler], until: '10s' });
    expect([elder.leader, younger.leader]).toEqual([manager.name, scheduler.name]);
  });

  it('a scheduler without an election has no lease', () => {
    const schedulers = [{ ...SCHEDULERS[0], flags: ['--leader-elect=false'] }];
    const { leases } = play({ schedulers, until: '20s' });
    expect(leases).toEqual([]);
  });
});
