import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/objects';
import { ENDPOINTS, LEASES, NAMESPACES } from '../../api/resources';
import { formatTime, parseTime } from '../../api/timestamps';
import {
  type DeleteRequestOptions,
  deletionFinalizers,
  markAsDeleting,
  validateDeleteOptions,
} from './before-delete';
import { leaseStrategy } from './strategies/lease';
import { activeNamespace, good, RestWorld, refusal } from './testing/rest-world';

const NOW_MS = 1_681_171_200_000;

/** Policy of the kind, finalizers that are there, policy asked for; what is left, [] = it goes. */
const PROPAGATION: readonly [string, string[], string | undefined, string[]][] = [
  ['DeleteDependents', [], undefined, []],
  ['DeleteDependents', [], 'Background', []],
  ['DeleteDependents', [], 'Orphan', ['orphan']],
  ['DeleteDependents', [], 'Foreground', ['foregroundDeletion']],
  ['DeleteDependents', ['foregroundDeletion'], undefined, ['foregroundDeletion']],
  ['DeleteDependents', ['foregroundDeletion'], 'Background', []],
  ['DeleteDependents', ['foregroundDeletion'], 'Orphan', ['orphan']],
  ['DeleteDependents', ['orphan'], undefined, ['orphan']],
  ['DeleteDependents', ['orphan'], 'Foreground', ['foregroundDeletion']],
  ['DeleteDependents', ['x.y/z'], 'Background', ['x.y/z']],
  ['DeleteDependents', ['orphan', 'x.y/z'], 'Background', ['x.y/z']],
  ['OrphanDependents', [], undefined, ['orphan']],
  ['OrphanDependents', [], 'Background', []],
  ['OrphanDependents', ['foregroundDeletion'], undefined, ['foregroundDeletion']],
  ['OrphanDependents', ['orphan'], 'Background', []],
  ['Unsupported', [], 'Orphan', []],
  ['Unsupported', [], 'Foreground', []],
];

describe('finalizers of a delete', () => {
  it.each(PROPAGATION)('%s, %o, %s', (garbageCollection, finalizers, propagationPolicy, left) => {
    const strategy = { ...leaseStrategy, garbageCollection } as typeof leaseStrategy;
    const object = { metadata: { finalizers } };
    const found = deletionFinalizers(strategy, object, { propagationPolicy });
    expect(found.finalizers).toEqual(left);
    expect(found.changed).toBe(JSON.stringify(left) !== JSON.stringify(finalizers));
  });

  it.each<[DeleteRequestOptions, string | undefined]>([
    [{}, undefined],
    [{ propagationPolicy: 'Orphan' }, undefined],
    [
      { propagationPolicy: 'Never' },
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Never": ' +
        'supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    [
      { propagationPolicy: 'Orphan', orphanDependents: true },
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": ' +
        'orphanDependents and deletionPropagation cannot be both set',
    ],
  ])('options %o', (options, message) => {
    expect(validateDeleteOptions(options)?.message).toBe(message);
  });
});

describe('marking as deleting', () => {
  const shifted = (seconds: number) => formatTime(NOW_MS + seconds * 1_000);

  it.each([
    ['unset', undefined, shifted(0)],
    ['in the past', shifted(-1), shifted(-1)],
    ['in the future', shifted(10), shifted(0)],
  ])('a time %s', (_name, deletionTimestamp, wanted) => {
    const object = { metadata: { generation: 1, deletionTimestamp } };
    const { metadata } = markAsDeleting(object, ['x.y/z'], NOW_MS);
    expect(metadata).toEqual({
      generation: deletionTimestamp === undefined ? 2 : 1,
      deletionTimestamp: wanted,
      deletionGracePeriodSeconds: 0,
      finalizers: ['x.y/z'],
    });
  });
});

describe('objects with finalizers', () => {
  const held: KubeObject = {
    metadata: { name: 'held', namespace: 'default', finalizers: ['x.y/z'] },
    spec: {},
  };

  it('stay until the last finalizer is taken away', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    good(world.run(client.create(LEASES, held)));
    const marked = good(world.run(client.delete(LEASES, 'default', 'held'))) as KubeObject;
    expect(marked.metadata).toMatchObject({
      deletionGracePeriodSeconds: 0,
      finalizers: ['x.y/z'],
    });
    expect(parseTime(marked.metadata.deletionTimestamp ?? '')).toBeDefined();
    const again = good(world.run(client.delete(LEASES, 'default', 'held')));
    expect(again).toEqual(marked);
    expect(refusal(world.run(client.create(LEASES, held))).message).toBe(
      'object is being deleted: leases.coordination.k8s.io "held" already exists',
    );
    const more = { ...marked, metadata: { ...marked.metadata, finalizers: ['x.y/z', 'x.y/q'] } };
    expect(refusal(world.run(client.update(LEASES, more))).reason).toBe('Invalid');
    const free = { ...marked, metadata: { ...marked.metadata, finalizers: [] } };
    expect(world.run(client.update(LEASES, free))).toMatchObject({ ok: true, code: 200 });
    expect(refusal(world.run(client.get(LEASES, 'default', 'held'))).code).toBe(404);
  });

  it('hold to their preconditions', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const created = good(world.run(client.create(LEASES, held)));
    const { uid, resourceVersion } = created.metadata;
    const refused = (preconditions: object) =>
      refusal(world.run(client.delete(LEASES, 'default', 'held', { preconditions }))).message;
    expect(refused({ uid: 'other' })).toBe(
      'Operation cannot be fulfilled on Lease.coordination.k8s.io "held": the UID in the ' +
        `precondition (other) does not match the UID in record (${uid}). ` +
        'The object might have been deleted and then recreated',
    );
    expect(refused({ resourceVersion: '1' })).toBe(
      'Operation cannot be fulfilled on Lease.coordination.k8s.io "held": the ResourceVersion in ' +
        `the precondition (1) does not match the ResourceVersion in record (${resourceVersion}). ` +
        'The object might have been modified',
    );
    const right = { preconditions: { uid, resourceVersion } };
    good(world.run(client.delete(LEASES, 'default', 'held', right)));
  });
});

describe('namespaces', () => {
  it('end in two phases', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    good(world.run(client.create(NAMESPACES, { metadata: { name: 'kube-node-lease' } })));
    const marked = good(world.run(client.delete(NAMESPACES, '', 'kube-node-lease')));
    expect(marked).toMatchObject({
      metadata: { deletionTimestamp: expect.any(String) },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    });
    const revision = world.etcd.revision;
    expect(good(world.run(client.delete(NAMESPACES, '', 'kube-node-lease')))).toEqual(marked);
    expect(world.etcd.revision).toBe(revision);
    const finalized = { ...(marked as KubeObject), spec: {} };
    good(world.run(client.updateSubresource(NAMESPACES, finalized, 'finalize')));
    expect(refusal(world.run(client.get(NAMESPACES, '', 'kube-node-lease'))).code).toBe(404);
  });

  it('wait for both kinds of finalizers', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const held = { metadata: { name: 'held', finalizers: ['x.y/z'] } };
    good(world.run(client.create(NAMESPACES, held)));
    const marked = good(world.run(client.delete(NAMESPACES, '', 'held'))) as KubeObject;
    const finalized = { ...marked, spec: {} };
    const left = good(world.run(client.updateSubresource(NAMESPACES, finalized, 'finalize')));
    expect(left).toMatchObject({ spec: {}, status: { phase: 'Terminating' } });
    const free = { ...left, metadata: { ...left.metadata, finalizers: [] } };
    good(world.run(client.update(NAMESPACES, free)));
    expect(refusal(world.run(client.get(NAMESPACES, '', 'held'))).code).toBe(404);
  });

  it('change their status and their finalizers by subresources only', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const created = good(world.run(client.create(NAMESPACES, { metadata: { name: 'a' } })));
    const changed = { ...created, spec: {}, status: { phase: 'Terminating' } };
    const updated = good(world.run(client.update(NAMESPACES, changed)));
    expect(updated).toEqual(created);
    const status = client.updateSubresource(NAMESPACES, changed, 'status');
    expect(refusal(world.run(status)).message).toBe(
      'Namespace "a" is invalid: status.phase: Invalid value: "Terminating": ' +
        "may only be 'Active' if `deletionTimestamp` is empty",
    );
    const finalized = client.updateSubresource(NAMESPACES, changed, 'finalize');
    expect(good(world.run(finalized))).toMatchObject({ spec: {}, status: { phase: 'Active' } });
  });
});

describe('NamespaceLifecycle', () => {
  const endpoints = (namespace: string) => ({ metadata: { name: 'x', namespace } });

  it.each(['default', 'kube-system', 'kube-public'])('keeps %s alive', (name) => {
    const world = new RestWorld();
    world.put(`namespaces/${name}`, activeNamespace(name));
    const client = world.clientOf();
    expect(refusal(world.run(client.delete(NAMESPACES, '', name)))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      reason: 'Forbidden',
      details: { name, kind: 'namespaces' },
      code: 403,
    });
    const decision = world.records().find(({ kind }) => kind === 'decision');
    expect(decision).toMatchObject({ actor: 'server-a/apiserver', outcome: 'refused' });
  });

  it('says of an immortal namespace that is missing only that it is missing', () => {
    const world = new RestWorld();
    const missing = world.run(world.clientOf().delete(NAMESPACES, '', 'kube-public'));
    expect(refusal(missing).message).toBe('namespaces "kube-public" not found');
  });

  it('refuses content of a namespace that is missing, after a look at storage', () => {
    const world = new RestWorld();
    expect(refusal(world.run(world.clientOf().create(ENDPOINTS, endpoints('no')))).message).toBe(
      'namespaces "no" not found',
    );
    const lookups = world.records().filter((record) => record.kind === 'request');
    expect(lookups.filter((r) => r.actor === 'server-a/loopback').map((r) => r.verb)).toContain(
      'get',
    );
  });

  it('refuses new content of a namespace that ends, and lets the rest pass', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    good(world.run(client.create(NAMESPACES, { metadata: { name: 'a' } })));
    const stored = good(world.run(client.create(ENDPOINTS, endpoints('a'))));
    good(world.run(client.delete(NAMESPACES, '', 'a')));
    const generated = { metadata: { generateName: 'y-', namespace: 'a' } };
    expect(refusal(world.run(client.create(ENDPOINTS, generated)))).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        'endpoints "y-" is forbidden: unable to create new content in namespace a because it is ' +
        'being terminated',
      details: {
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace a is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    });
    const labelled = { ...stored, metadata: { ...stored.metadata, labels: { a: 'b' } } };
    good(world.run(client.update(ENDPOINTS, labelled)));
    good(world.run(client.delete(ENDPOINTS, 'a', 'x')));
  });

  it('does not trust its cache in the moment after a delete', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    good(world.run(client.create(NAMESPACES, { metadata: { name: 'a' } })));
    function* both() {
      yield* client.delete(NAMESPACES, '', 'a');
      return yield* client.create(ENDPOINTS, endpoints('a'));
    }
    expect(refusal(world.run(both())).reason).toBe('Forbidden');
  });

  it('makes a create wait for the first list of namespaces, and refuses after 10 s', () => {
    const world = new RestWorld();
    const [server] = world.servers;
    const fault = world.network.partition({ between: ['etcd'], and: ['server-a'] });
    server.kill();
    world.forSeconds(1);
    server.start();
    const before = world.sim.now;
    const refused = refusal(world.run(world.clientOf().create(ENDPOINTS, endpoints('default'))));
    expect(refused.message).toBe('endpoints "x" is forbidden: not yet ready to handle request');
    expect((world.sim.now - before) / 1_000_000).toBeGreaterThanOrEqual(10);
    fault.heal();
  });
});
