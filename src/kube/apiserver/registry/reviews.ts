/**
 * Reviews: requests that are answered and not stored, about who somebody is and what they may do.
 *
 * Upstream    kubernetes v1.27 pkg/registry/authorization (subjectaccessreview,
 *             selfsubjectaccessreview, localsubjectaccessreview, selfsubjectrulesreview),
 *             pkg/registry/authentication (tokenreview, selfsubjectreview),
 *             pkg/apis/authorization/validation/validation.go
 * Simplified  there are no tokens, so none is known; the answer is what the modelled modes of
 *             authorization say, of which only AlwaysDeny denies; groups of a subject do not count
 *             but system:masters
 */
import { at, listAt, textAt } from '#base';
import type { CallFields, IncomingCall } from '#kernel';
import { type BuiltInResource, builtInResource } from '../../api/built-in-resources';
import { type BadValue, type FieldError, invalid } from '../../api/field-error';
import type { KubeObject, Status } from '../../api/objects';
import { newBadRequest, newInvalid } from '../../api/status';
import { groupsOf, MASTERS_GROUP, userOf } from '../../api/users';
import { type AccessOptions, unauthorized } from '../access';
import { CREATED, type Outcome, refused, served } from './outcome';

const GROUPS = ['authorization.k8s.io', 'authentication.k8s.io'];

/** Whether objects of the kind are answered and not stored. */
export const isReview = ({ group, kind }: Pick<BuiltInResource, 'group' | 'kind'>): boolean =>
  GROUPS.includes(group) && kind.endsWith('Review');

/** The row of a review's resource; undefined for all others. */
export function reviewOf({
  group,
  resource,
}: Pick<CallFields, 'group' | 'resource'>): BuiltInResource | undefined {
  if (!GROUPS.includes(group)) return undefined;
  const row = builtInResource(group, resource);
  return row && isReview(row) ? row : undefined;
}

/** Everybody may everything. */
const NO_LIMITS: AccessOptions = { anonymousAuth: true, authorizationModes: [] };

type Answer = Readonly<Record<string, unknown>> | Status;
type Answerer = (review: KubeObject, call: IncomingCall, access: AccessOptions) => Answer;

const isRefusal = (answer: Answer): answer is Status =>
  'kind' in answer && answer.kind === 'Status';

/** Upstream: the Create of each of these storages. */
export function answerReview(
  call: IncomingCall,
  row: BuiltInResource,
  access: AccessOptions = NO_LIMITS,
): Outcome {
  const { fields, body } = call;
  const { group, kind } = row;
  if (typeof body !== 'object' || body === null) {
    return refused(newBadRequest(`the object provided is unrecognized (must be of type ${kind})`));
  }
  const review = body as KubeObject;
  const status = ANSWERERS[kind](review, call, access);
  if (isRefusal(status)) return refused(status);
  const { spec = {} } = review;
  const apiVersion = `${group}/${fields.version}`;
  const metadata = { creationTimestamp: null, ...review.metadata };
  // A SelfSubjectReview asks nothing.
  const asked = kind === 'SelfSubjectReview' ? {} : { spec };
  return served(CREATED, { kind, apiVersion, metadata, ...asked, status } as KubeObject, 0);
}

/** What the subject wants to do, as a request of theirs would say it. */
function wished(review: KubeObject, user: string): CallFields {
  const path = at(review, 'spec', 'nonResourceAttributes');
  const wish = at(review, 'spec', 'resourceAttributes');
  const from = path ?? wish;
  return {
    verb: textAt(from, 'verb'),
    group: textAt(wish, 'group'),
    version: textAt(wish, 'version'),
    resource: textAt(wish, 'resource'),
    subresource: textAt(wish, 'subresource'),
    namespace: textAt(wish, 'namespace'),
    name: path ? textAt(path, 'path') : textAt(wish, 'name'),
    query: '',
    user,
    userAgent: '',
  };
}

/** Upstream: ValidateSubjectAccessReviewSpec, and of those for oneself. */
function accessErrors(review: KubeObject, subject: boolean): readonly FieldError[] {
  const both = ['resourceAttributes', 'nonResourceAttributes'].map((field) =>
    at(review, 'spec', field),
  );
  const errors: FieldError[] = [];
  if (both[0] !== undefined && both[1] !== undefined) {
    const why = 'cannot be specified in combination with resourceAttributes';
    errors.push(invalid('spec.nonResourceAttributes', both[1] as BadValue, why));
  }
  if (both[0] === undefined && both[1] === undefined) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    errors.push(invalid('spec.resourceAttributes', null, why));
  }
  const user = textAt(review, 'spec', 'user');
  if (subject && user === '' && listAt(review, 'spec', 'groups').length === 0) {
    errors.push(invalid('spec.user', user, 'at least one of user or group must be specified'));
  }
  return errors;
}

function decision(fields: CallFields, groups: readonly unknown[], access: AccessOptions): Answer {
  const denied = groups.includes(MASTERS_GROUP) ? undefined : unauthorized(access, fields);
  return denied ? { allowed: false, reason: 'Everything is forbidden.' } : { allowed: true };
}

const invalidReview = (kind: string, errors: readonly FieldError[]): Status =>
  newInvalid({ group: GROUPS[0], kind }, '', errors);

const ofSubject =
  (kind: string): Answerer =>
  (review, { fields }, access) => {
    const errors = [...accessErrors(review, true)];
    const namespace = textAt(review, 'spec', 'resourceAttributes', 'namespace');
    if (kind === 'LocalSubjectAccessReview' && namespace !== fields.namespace) {
      const path = 'spec.resourceAttributes.namespace';
      errors.push(invalid(path, namespace, 'must match metadata.namespace'));
    }
    if (errors.length > 0) return invalidReview(kind, errors);
    const user = textAt(review, 'spec', 'user');
    return decision(wished(review, user), listAt(review, 'spec', 'groups'), access);
  };

const ofSelf: Answerer = (review, { fields }, access) => {
  const errors = accessErrors(review, false);
  if (errors.length > 0) return invalidReview('SelfSubjectAccessReview', errors);
  return decision(wished(review, fields.user), [], access);
};

/** Upstream: RulesFor of alwaysAllowAuthorizer and alwaysDenyAuthorizer. */
const rules: Answerer = (review, { fields }, access) => {
  if (textAt(review, 'spec', 'namespace') === '') {
    return newBadRequest('no namespace on request');
  }
  const denied = unauthorized(access, { ...fields, verb: 'get', resource: 'pods' });
  const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }];
  const nonResourceRules = [{ verbs: ['*'], nonResourceURLs: ['*'] }];
  return {
    resourceRules: denied ? [] : resourceRules,
    nonResourceRules: denied ? [] : nonResourceRules,
    incomplete: false,
  };
};

const token: Answerer = (review) =>
  textAt(review, 'spec', 'token') === ''
    ? newBadRequest('token is required for TokenReview in authentication')
    : { user: {}, error: 'invalid bearer token' };

const self: Answerer = (_review, { fields }) => ({
  userInfo: { username: userOf(fields.user), groups: groupsOf(fields.user) },
});

const ANSWERERS: Readonly<Record<string, Answerer>> = {
  SubjectAccessReview: ofSubject('SubjectAccessReview'),
  LocalSubjectAccessReview: ofSubject('LocalSubjectAccessReview'),
  SelfSubjectAccessReview: ofSelf,
  SelfSubjectRulesReview: rules,
  TokenReview: token,
  SelfSubjectReview: self,
};
