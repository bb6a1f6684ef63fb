import { describe, expect, it } from 'vitest';
import type { CallFields, IncomingCall } from '#kernel';
import { answerReview, reviewOf } from './reviews';

const AUTHZ = 'authorization.k8s.io';
const DENY = { anonymousAuth: true, authorizationModes: ['AlwaysDeny'] };
const RBAC = { anonymousAuth: true, authorizationModes: ['Node', 'RBAC'] };

function answerTo(resource: string, body: unknown, access = RBAC, more: Partial<CallFields> = {}) {
  const group = /^(token|selfsubjectreviews)/.test(resource) ? 'authentication.k8s.io' : AUTHZ;
  const fields = { verb: 'create', group, version: 'v1', resource, namespace: '', name: '' };
  const call = { fields: { ...fields, user: 'ann', ...more }, body } as unknown as IncomingCall;
  const row = reviewOf(call.fields);
  if (!row) throw new Error(`${resource} is a review`);
  const outcome = answerReview(call, row, access);
  return outcome.ok ? outcome.body : outcome.status;
}

const WISH = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'shop' } };

describe('a review', () => {
  it('is answered, and says who asked for what', () => {
    expect(answerTo('selfsubjectaccessreviews', { spec: WISH })).toEqual({
      kind: 'SelfSubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: { creationTimestamp: null },
      spec: WISH,
      status: { allowed: true },
    });
    const denied = { status: { allowed: false, reason: 'Everything is forbidden.' } };
    expect(answerTo('selfsubjectaccessreviews', { spec: WISH }, DENY)).toMatchObject(denied);
    const admin = { user: 'kubernetes-admin' };
    expect(answerTo('selfsubjectaccessreviews', { spec: WISH }, DENY, admin)).toMatchObject({
      status: { allowed: true },
    });
    const group = { spec: { ...WISH, groups: ['system:masters'] } };
    expect(answerTo('subjectaccessreviews', group, DENY)).toMatchObject({
      status: { allowed: true },
    });
  });

  it('tells rules, tokens and oneself', () => {
    expect(answerTo('selfsubjectrulesreviews', { spec: { namespace: 'a' } })).toMatchObject({
      status: {
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        incomplete: false,
      },
    });
    expect(answerTo('selfsubjectreviews', {})).toEqual({
      kind: 'SelfSubjectReview',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { creationTimestamp: null },
      status: { userInfo: { username: 'ann', groups: ['system:authenticated'] } },
    });
    expect(answerTo('tokenreviews', { spec: { token: 'x' } })).toMatchObject({
      status: { user: {}, error: 'invalid bearer token' },
    });
  });

  it.each([
    ['subjectaccessreviews', { spec: WISH }, 'spec.user', 'at least one of user or group'],
    ['selfsubjectaccessreviews', { spec: {} }, 'spec.resourceAttributes', 'exactly one of'],
    [
      'localsubjectaccessreviews',
      { spec: { ...WISH, user: 'u' } },
      'spec.resourceAttributes.namespace',
      'must match metadata.namespace',
    ],
  ])('%s is refused for %s', (resource, body, field, words) => {
    expect(answerTo(resource, body)).toMatchObject({
      code: 422,
      reason: 'Invalid',
      details: { group: AUTHZ, causes: [{ field, message: expect.stringContaining(words) }] },
    });
  });

  it('of a token wants one', () => {
    expect(answerTo('tokenreviews', { spec: {} })).toMatchObject({
      code: 400,
      message: 'token is required for TokenReview in authentication',
    });
  });
});
