/** Subresources that are asked for over HTTP. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../api/objects';
import { RestWorld } from '../testing/rest-world';

const PODS = '/api/v1/namespaces/default/pods';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

const podOf = (name: string, spec: object = {}, labels = { app: 'a' }) => ({
  metadata: { name, namespace: 'default', labels },
  spec: { containers: [{ name: 'c', image: 'i:1' }], ...spec },
});
const binding = (
  name: string,
  target: object = { kind: 'Node', name: 'n' },
  more: object = {},
) => ({
  ...{ apiVersion: 'v1', kind: 'Binding', metadata: { name, ...more }, target },
});
const SUCCESS = { kind: 'Status', status: 'Success', code: 201 };

describe('binding', () => {
  const world = new RestWorld();
  const bind = (name: string, body: object) => world.ask(`POST ${PODS}/${name}/binding`, body);
  const read = (name: string) => world.ask(`GET ${PODS}/${name}`).body as KubeObject;

  it('gives a Pod its node, the annotations of the binding and the condition', () => {
    world.ask(`POST ${PODS}`, podOf('a'));
    const answer = bind('a', binding('a', undefined, { annotations: { x: 'y' } }));
    expect(answer).toMatchObject({ code: 201, body: SUCCESS });
    expect(read('a')).toMatchObject({
      metadata: { annotations: { x: 'y' } },
      spec: { nodeName: 'n' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True', lastProbeTime: null }] },
    });
  });

  it('is refused where the Pod has a node', () => {
    const { code, body } = bind('a', binding('a', { name: 'other' }));
    expect([code, body.reason, body.message]).toEqual([
      409,
      'Conflict',
      'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "n"',
    ]);
  });

  it('is refused where the Pod is held by gates, goes, or is not there', () => {
    world.ask(`POST ${PODS}`, podOf('held', { schedulingGates: [{ name: 'g' }] }));
    expect(bind('held', binding('held')).body.message).toContain(
      'pod held has non-empty .spec.schedulingGates',
    );
    const finalizers = ['example.com/x'];
    world.ask(`POST ${PODS}`, { ...podOf('b'), metadata: { name: 'b', finalizers } });
    world.ask(`DELETE ${PODS}/b`);
    expect(bind('b', binding('b')).body.message).toContain(
      'pod b is being deleted, cannot be assigned to a host',
    );
    expect(bind('none', binding('none'))).toMatchObject({
      code: 404,
      body: { message: 'pods "none" not found' },
    });
  });

  it('checks its target, its name, and what it is', () => {
    expect(bind('a', binding('a', { kind: 'Moon' }))).toMatchObject({
      code: 500,
      body: {
        message:
          '[target.kind: Unsupported value: "Moon": supported values: "Node", "<empty>", ' +
          'target.name: Required value]',
      },
    });
    const named = 'name in URL does not match name in Binding object';
    expect(bind('a', binding('z'))).toMatchObject({ code: 400, body: { message: named } });
    expect(bind('a', { ...binding('a'), kind: 'Pod' })).toMatchObject({ code: 400 });
  });

  it('holds its uid against the Pod', () => {
    world.ask(`POST ${PODS}`, podOf('u'));
    const { code, body } = bind('u', binding('u', undefined, { uid: 'other' }));
    expect([code, body.message]).toEqual([
      409,
      expect.stringContaining('Precondition failed: UID in precondition: other'),
    ]);
  });

  it('keeps nothing of a dry run', () => {
    world.ask(`POST ${PODS}`, podOf('dry'));
    const place = `${PODS}/dry/binding?dryRun=All`;
    expect(world.ask(`POST ${place}`, binding('dry'))).toMatchObject({ code: 201 });
    expect(read('dry').spec).not.toHaveProperty('nodeName');
  });

  it('is there as a resource of its own, too', () => {
    world.ask(`POST ${PODS}`, podOf('old'));
    const place = '/api/v1/namespaces/default/bindings';
    expect(world.ask(`POST ${place}`, binding('old'))).toMatchObject({ code: 201, body: SUCCESS });
    expect(read('old').spec).toMatchObject({ nodeName: 'n' });
    expect(world.ask(`GET ${place}`).code).toBe(405);
  });
});

describe('eviction', () => {
  const world = new RestWorld();
  const evict = (name: string, more: object = {}, query = '') =>
    world.ask(`POST ${PODS}/${name}/eviction${query}`, {
      ...{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } },
      ...more,
    });
  const place = (name: string, ready: boolean) => {
    world.ask(`POST ${PODS}`, podOf(name, { nodeName: 'n', terminationGracePeriodSeconds: 0 }));
    const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
    const { body } = world.ask(`GET ${PODS}/${name}`);
    world.ask(`PUT ${PODS}/${name}/status`, { ...body, status: { phase: 'Running', conditions } });
  };
  const budget = (status: object, spec: object = {}) => {
    const metadata = { name: 'pdb', namespace: 'default' };
    const selector = { matchLabels: { app: 'a' } };
    world.ask(`DELETE ${BUDGETS}/pdb`);
    world.ask(`POST ${BUDGETS}`, { metadata, spec: { selector, minAvailable: 1, ...spec } });
    const { body } = world.ask(`GET ${BUDGETS}/pdb`);
    const known = { observedGeneration: 1, ...status };
    const written = world.ask(`PUT ${BUDGETS}/pdb/status`, { ...body, status: known });
    expect(written.code).toBe(200);
  };
  const gone = (name: string) => world.ask(`GET ${PODS}/${name}`).code === 404;

  it('deletes where no budget is in the way, or the Pod is not running yet', () => {
    place('free', true);
    expect(evict('free')).toMatchObject({ code: 201, body: SUCCESS });
    expect(gone('free')).toBe(true);
    budget({ disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 });
    world.ask(`POST ${PODS}`, podOf('pending'));
    expect(evict('pending').code).toBe(201);
    expect(gone('pending')).toBe(true);
  });

  it('is refused where no disruption is allowed, with a cause', () => {
    place('a', true);
    const { code, body } = evict('a');
    expect([code, body.reason, body.message]).toEqual([
      429,
      'TooManyRequests',
      "Cannot evict pod as it would violate the pod's disruption budget.",
    ]);
    const message = 'The disruption budget pdb needs 1 healthy pods and has 1 currently';
    expect(body.details?.causes).toEqual([{ reason: 'DisruptionBudget', message }]);
    expect(gone('a')).toBe(false);
  });

  it('asks for time while the budget has not been looked at', () => {
    budget({ observedGeneration: 0, disruptionsAllowed: 1 });
    const { code, body } = evict('a');
    expect([code, body.details?.retryAfterSeconds]).toEqual([429, 10]);
    expect(body.details?.causes?.[0].message).toBe(
      'The disruption budget pdb is still being processed by the server.',
    );
  });

  it('only tries in a dry run', () => {
    budget({ disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 });
    expect(evict('a', {}, '?dryRun=All').code).toBe(201);
    expect(gone('a')).toBe(false);
    expect(world.ask(`GET ${BUDGETS}/pdb`).body.status).toMatchObject({ disruptionsAllowed: 1 });
  });

  it('takes one disruption of the budget, and says so in the Pod', () => {
    world.ask(`PATCH ${PODS}/a`, {
      contentType: 'application/merge-patch+json',
      patch: { metadata: { finalizers: ['example.com/look'] } },
    });
    expect(evict('a')).toMatchObject({ code: 201, body: SUCCESS });
    expect(world.ask(`GET ${BUDGETS}/pdb`).body.status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { a: expect.stringMatching(/^2023/) },
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
    });
    const { body } = world.ask(`GET ${PODS}/a`);
    expect(body.metadata.deletionTimestamp).toBeDefined();
    expect(body.status).toMatchObject({
      conditions: [
        { type: 'Ready' },
        {
          ...{ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' },
          message: 'Eviction API: evicting',
        },
      ],
    });
  });

  it('lets go what is not ready while the others are enough, or always', () => {
    place('sick', false);
    budget({ disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2 });
    expect(evict('sick').code).toBe(429);
    budget({ disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2 });
    expect(evict('sick').code).toBe(201);
    expect(gone('sick')).toBe(true);
    place('sick', false);
    const spec = { unhealthyPodEvictionPolicy: 'AlwaysAllow' };
    budget({ disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 2 }, spec);
    expect(evict('sick').code).toBe(201);
  });

  it('holds preconditions, and knows no more than one budget', () => {
    place('p', true);
    const deleteOptions = { preconditions: { resourceVersion: '1' } };
    budget({ disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 });
    expect(evict('p', { deleteOptions })).toMatchObject({
      code: 409,
      body: { message: expect.stringContaining('the ResourceVersion in the precondition (1)') },
    });
    const metadata = { name: 'second', namespace: 'default' };
    const selector = { matchLabels: { app: 'a' } };
    world.ask(`POST ${BUDGETS}`, { metadata, spec: { selector, minAvailable: 1 } });
    expect(evict('p')).toMatchObject({
      code: 500,
      body: { message: expect.stringContaining('more than one PodDisruptionBudget') },
    });
  });
});

describe('ephemeral containers', () => {
  const world = new RestWorld();
  const join = (list: readonly object[], pod = 'a') => {
    const { body } = world.ask(`GET ${PODS}/${pod}`);
    const spec = { ...(body.spec as object), ephemeralContainers: list };
    return world.ask(`PUT ${PODS}/${pod}/ephemeralcontainers`, { ...body, spec });
  };
  const look = { name: 'look', image: 'busybox', targetContainerName: 'c' };

  it('join a Pod, with their defaults, and change nothing else', () => {
    world.ask(`POST ${PODS}`, podOf('a'));
    expect(join([look])).toMatchObject({
      code: 200,
      body: { spec: { ephemeralContainers: [{ ...look, imagePullPolicy: 'Always' }] } },
    });
  });

  it('neither go nor change', () => {
    const texts = [[], [{ ...look, image: 'other' }]].map((list) => join(list).body.message);
    expect(texts[0]).toContain(
      'Forbidden: existing ephemeral containers "look" may not be removed',
    );
    expect(texts[1]).toContain('existing ephemeral containers "look" may not be changed');
  });

  it('have no ports, no probes and no name twice', () => {
    const { code, body } = join([
      look,
      { name: 'c', image: 'i', targetContainerName: 'none', ports: [{ containerPort: 1 }] },
    ]);
    expect(code).toBe(422);
    expect(body.details?.causes?.map(({ field, message }) => [field, message])).toEqual([
      ['spec.ephemeralContainers[1].name', 'Duplicate value: "c"'],
      ['spec.ephemeralContainers[1].targetContainerName', 'Not found: "none"'],
      ['spec.ephemeralContainers[1].ports', 'Forbidden: cannot be set for an Ephemeral Container'],
    ]);
  });

  it('do not come with a new Pod', () => {
    const { body } = world.ask(`POST ${PODS}`, podOf('b', { ephemeralContainers: [look] }));
    expect(body.message).toContain('spec.ephemeralContainers: Forbidden: cannot be set on create');
  });
});

describe('tokens', () => {
  const world = new RestWorld();
  const ask = (spec: object, name = 'sa', metadata: object = {}) =>
    world.ask(`POST ${ACCOUNTS}/${name}/token`, {
      ...{ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata, spec },
    });
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());

  it('say who they are of, for whom, and how long', () => {
    world.ask(`POST ${ACCOUNTS}`, { metadata: { name: 'sa', namespace: 'default' } });
    const { code, body } = ask({});
    expect([code, body.kind]).toEqual([201, 'TokenRequest']);
    const { token, expirationTimestamp } = body.status as unknown as Record<string, string>;
    const claims = claimsOf(token);
    expect(claims).toMatchObject({
      aud: ['https://kubernetes.default.svc.cluster.local'],
      iss: 'https://kubernetes.default.svc.cluster.local',
      sub: 'system:serviceaccount:default:sa',
      'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'sa' } },
    });
    expect(claims.exp - claims.iat).toBe(3_600);
    expect(Date.parse(expirationTimestamp) / 1_000).toBe(claims.exp);
  });

  it('are bound to a Pod of the account', () => {
    world.ask(`POST ${PODS}`, podOf('a', { serviceAccountName: 'sa' }));
    world.ask(`POST ${PODS}`, podOf('b', { serviceAccountName: 'other' }));
    const ref = { apiVersion: 'v1', kind: 'Pod', name: 'a' };
    const { body } = ask({ boundObjectRef: ref, expirationSeconds: 3_607 });
    const claims = claimsOf((body.status as unknown as { token: string }).token);
    expect(claims['kubernetes.io']).toMatchObject({
      pod: { name: 'a' },
      warnafter: claims.iat + 3_607,
    });
    expect(ask({ boundObjectRef: { ...ref, name: 'b' } })).toMatchObject({
      code: 400,
      body: {
        message:
          'cannot bind token for serviceaccount "sa" to pod running with different ' +
          'serviceaccount name.',
      },
    });
    expect(ask({ boundObjectRef: { ...ref, uid: 'x' } })).toMatchObject({ code: 409 });
    expect(ask({ boundObjectRef: { ...ref, kind: 'Node' } }).body.message).toBe(
      'cannot bind token to object of type /v1, Kind=Node',
    );
  });

  it('are refused where they are too short, elsewhere, or of nobody', () => {
    const { code, body } = ask({ expirationSeconds: 5 });
    expect([code, body.message]).toEqual([
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: ' +
        '5: may not specify a duration less than 10 minutes',
    ]);
    expect(ask({}, 'sa', { name: 'other' }).body.message).toContain(
      'must match the service account name if specified',
    );
    expect(ask({}, 'nobody')).toMatchObject({ code: 404 });
    expect(world.ask(`GET ${ACCOUNTS}/sa/token`).code).toBe(405);
  });
});

describe('certificate signing requests', () => {
  const world = new RestWorld();
  const spec = { request: 'YQ==', signerName: 'example.com/s', usages: ['client auth'] };
  const put = (subresource: string, status: object) => {
    const { body } = world.ask(`GET ${REQUESTS}/a`);
    return world.ask(`PUT ${REQUESTS}/a${subresource}`, { ...body, status });
  };
  const APPROVED = { type: 'Approved', status: 'True', reason: 'r', message: 'm' };

  it('say who asks, whatever they say themselves', () => {
    const given = { metadata: { name: 'a' }, spec: { ...spec, username: 'root' } };
    expect(world.ask(`POST ${REQUESTS}`, given)).toMatchObject({
      code: 201,
      body: {
        spec: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
      },
    });
    const wrong = { metadata: { name: 'b' }, spec: { ...spec, usages: ['fun'], signerName: 's' } };
    expect(world.ask(`POST ${REQUESTS}`, wrong).body.details?.causes).toMatchObject([
      { field: 'spec.usages[0]' },
      { field: 'spec.signerName' },
    ]);
  });

  it('are approved by their subresource alone, for good', () => {
    put('', { conditions: [APPROVED] });
    expect(world.ask(`GET ${REQUESTS}/a`).body.status).toEqual({});
    const status = put('/status', { conditions: [APPROVED] });
    expect(status.body.message).toContain(
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    );
    const time = expect.stringMatching(/^2023-04-11T/);
    expect(put('/approval', { conditions: [APPROVED], certificate: 'YQ==' }).body.status).toEqual({
      conditions: [{ ...APPROVED, lastUpdateTime: time, lastTransitionTime: time }],
    });
    expect(put('/approval', { conditions: [] }).body.message).toContain(
      'updates may not remove a condition of type "Approved"',
    );
    const both = [APPROVED, { ...APPROVED, type: 'Denied' }];
    expect(put('/approval', { conditions: both }).body.message).toContain(
      'Approved and Denied conditions are mutually exclusive',
    );
  });

  it('get their certificate once', () => {
    const conditions = [APPROVED];
    expect(put('/status', { conditions, certificate: 'YQ==' })).toMatchObject({ code: 200 });
    expect(put('/status', { conditions, certificate: 'Yg==' }).body.message).toContain(
      'status.certificate: Forbidden: updates may not modify existing certificate content',
    );
  });
});
