import { describe, expect, test } from 'vitest';
import { type Procedure, runProcedure } from '#kernel';
import type { KubeObject } from '../../../api/objects';
import { CRDS } from '../../../api/resources';
import { RpcRestClient } from '../../../client';
import type { RestResult } from '../../../client/rest-client';
import { acceptNames, apiApproval } from '../../registry/strategies/crd-conditions';
import { ServerWorld, type ServerWorldOptions } from '../../testing/server-world';

const HOOK = 'start-apiextensions-controllers';
const NAME = 'things.example.org';
const KEY = '/registry/apiextensions.k8s.io/customresourcedefinitions/';

function crd(names: object = {}, metadata: object = {}, group = 'example.org'): KubeObject {
  const asked = { plural: 'things', kind: 'Thing', shortNames: ['th'], ...names };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  const spec = { group, scope: 'Namespaced', names: asked, versions };
  return { metadata: { name: `${asked.plural}.${group}`, ...metadata }, spec };
}

interface Status {
  readonly acceptedNames?: object;
  readonly conditions?: readonly { readonly [field: string]: string }[];
}

class CrdWorld extends ServerWorld {
  readonly #rest: RpcRestClient;

  constructor(options: ServerWorldOptions = {}) {
    super(options);
    this.start();
    for (const { name } of this.servers) {
      this.until(() =>
        this.of('hook', `${name}/hooks/${HOOK}`).some(({ phase }) => phase === 'succeeded'),
      );
    }
    const names = { actor: 'client', server: 'server-a', user: 'u', userAgent: 'u' };
    this.#rest = new RpcRestClient({ process: this.client, ...names });
  }

  create(object: KubeObject): RestResult<unknown> {
    return this.#run(this.#rest.create(CRDS, object));
  }

  delete(name: string): RestResult<unknown> {
    return this.#run(this.#rest.delete(CRDS, '', name));
  }

  /** Its conditions as `type=status reason`; undefined where there is none of that name. */
  conditions(name = NAME): readonly string[] | undefined {
    return this.status(name)?.conditions?.map(
      ({ type, status, reason }) => `${type}=${status} ${reason}`,
    );
  }

  status(name = NAME): Status | undefined {
    const found = this.#run(this.#rest.get(CRDS, '', name));
    return found.ok ? ((found.object as KubeObject).status as Status) : undefined;
  }

  /** When etcd got each value of the definition, s. */
  writes(name = NAME): readonly number[] {
    return this.of('etcd')
      .filter((record) => record.op === 'put' && record.key === `${KEY}${name}`)
      .map(({ t }) => t / 1_000_000);
  }

  #run(procedure: Procedure<RestResult<unknown>>): RestResult<unknown> {
    const results: RestResult<unknown>[] = [];
    this.do(() => runProcedure(procedure, (result) => results.push(result)));
    this.until(() => results.length > 0);
    return results[0];
  }
}

const IN_FORCE = ['NamesAccepted=True NoConflicts', 'Established=True InitialNamesAccepted'];

describe('a definition', () => {
  test('gets its names, is installing, and then in force', () => {
    const world = new CrdWorld();
    expect(world.create(crd()).ok).toBe(true);
    world.forSeconds(1);
    expect(world.conditions()).toEqual(IN_FORCE);
    expect(world.status()?.acceptedNames).toEqual({
      plural: 'things',
      singular: 'thing',
      shortNames: ['th'],
      kind: 'Thing',
      listKind: 'ThingList',
    });
    expect(world.writes()).toHaveLength(3);
    expect(world.log('server-a/crd-establishing')).toEqual(['Starting EstablishingController']);
  });

  test('is installing for 5 s where several servers are counted', () => {
    const flags = ['--endpoint-reconciler-type=master-count', '--apiserver-count=2'];
    const world = new CrdWorld({ flags: [flags, flags] });
    world.create(crd());
    world.forSeconds(4);
    expect(world.conditions()?.[1]).toBe('Established=False Installing');
    world.forSeconds(3);
    expect(world.conditions()).toEqual(IN_FORCE);
    const [, installing, established] = world.writes();
    expect(established - installing).toBeGreaterThan(5);
    expect(world.writes()).toHaveLength(3);
  });

  test('waits for a name that another has, and gets it when the other goes', () => {
    const world = new CrdWorld();
    world.create(crd());
    world.forSeconds(1);
    world.create(crd({ plural: 'others', kind: 'Other' }));
    world.forSeconds(1);
    const other = 'others.example.org';
    expect(world.conditions(other)).toEqual([
      'NamesAccepted=False ShortNamesConflict',
      'Established=False NotAccepted',
    ]);
    expect(world.status(other)?.conditions?.[0].message).toBe('"th" is already in use');
    expect(world.delete(NAME).ok).toBe(true);
    world.forSeconds(1);
    expect(world.status()).toBeUndefined();
    expect(world.conditions(other)).toEqual(IN_FORCE);
  });

  test('is marked by a delete, cleared up, and goes', () => {
    const world = new CrdWorld();
    world.create(crd());
    world.forSeconds(1);
    const before = world.writes().length;
    const deleted = world.delete(NAME);
    expect(deleted.ok && deleted.object).toMatchObject({
      metadata: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] },
      status: { conditions: [{}, {}, { type: 'Terminating', reason: 'InstanceDeletionPending' }] },
    });
    world.forSeconds(1);
    expect(world.status()).toBeUndefined();
    // The mark, and the word that it is in progress; the last word goes with the object.
    expect(world.writes().length - before).toBe(2);
  });

  test('in a group of the community needs a word of approval', () => {
    const world = new CrdWorld();
    const [group, name] = ['x.k8s.io', 'things.x.k8s.io'];
    const refused = world.create(crd({}, {}, group));
    expect(!refused.ok && refused.status?.message).toContain(
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must',
    );
    const annotations = { 'api-approved.kubernetes.io': 'https://example.org/1' };
    world.create(crd({}, { annotations }, group));
    world.forSeconds(1);
    expect([...(world.conditions(name) ?? [])].sort()).toEqual(
      [...IN_FORCE, 'KubernetesAPIApprovalPolicyConformant=True ApprovedAnnotation'].sort(),
    );
  });

  test('comes to the same with three servers', () => {
    const world = new CrdWorld({ flags: [[], [], []] });
    world.create(crd());
    world.forSeconds(5);
    expect(world.conditions()).toEqual(IN_FORCE);
    expect(world.writes()).toHaveLength(3);
  });
});

describe('what is decided', () => {
  const taken = { resources: new Set(['things', 'x']), kinds: new Set(['Thing']) };
  const own = { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' };

  test.each([
    ['plural', own, {}, 'KindConflict'],
    ['kind', { ...own, plural: 'a' }, {}, 'KindConflict'],
    ['short name', { ...own, plural: 'a', kind: 'A', shortNames: ['x'] }, {}, 'ShortNamesConflict'],
    ['its own', own, own, 'NoConflicts'],
  ])('names: %s', (_what, names, acceptedNames, reason) => {
    const object = { ...crd(), spec: { names }, status: { acceptedNames } };
    expect(acceptNames(object, taken).accepted.reason).toBe(reason);
  });

  test.each([
    ['', 'MissingAnnotation', 'False'],
    ['unapproved, for tests', 'UnapprovedAnnotation', 'False'],
    ['https://example.org', 'ApprovedAnnotation', 'True'],
    ['somewhere', 'InvalidAnnotation', 'False'],
  ])('approval by "%s"', (text, reason, status) => {
    const annotations = { 'api-approved.kubernetes.io': text };
    const object = crd({}, { annotations }, 'kubernetes.io');
    expect(apiApproval(object)).toMatchObject({ reason, status });
    expect(apiApproval(crd({}, { annotations }, 'mykubernetes.io'))).toBeUndefined();
  });
});
