/** What is answered where no handler has the path, or none the method. */
import { expect, it } from 'vitest';
import { named, readyWorld, refusal } from './testing/answers';
import type { SentFields } from './testing/server-world';

const POD_PART: SentFields = { version: 'v1', resource: 'pods', namespace: 'default', name: 'x' };
const NAMESPACE_PART: SentFields = { version: 'v1', resource: 'namespaces', name: 'default' };
const routed = (code: number, reason: string, message: string) => [
  code,
  refusal(code, reason, message, {}),
];

it('refuses by the router, and in plain text where nobody answers', () => {
  const world = readyWorld();
  const send = (fields: SentFields) => world.answerOf(fields.name ?? '', fields);
  const noPath = 'the server could not find the requested resource';
  const noMethod = 'the server does not allow this method on the requested resource';
  const missing = routed(404, 'NotFound', noPath);
  const refused = routed(405, 'MethodNotAllowed', noMethod);
  const reviews = { group: 'authorization.k8s.io', version: 'v1', verb: 'list' };
  const node = { version: 'v1', resource: 'nodes', namespace: 'default' };
  const cases: readonly (readonly [SentFields, unknown])[] = [
    [{ ...named('get', 'a'), resource: 'boats' }, missing],
    [{ ...named('get', 'a'), group: 'boats.com' }, [404, '404 page not found\n']],
    [{ ...named('get', 'here'), namespace: '' }, missing],
    [{ ...node, verb: 'get', name: 'n' }, missing],
    [{ ...named('get', 'here'), subresource: 'sails' }, missing],
    [{ verb: 'deletecollection', version: 'v1', resource: 'namespaces' }, refused],
    [{ ...named('deletecollection', ''), namespace: '' }, refused],
    [named('update', '', { metadata: {} }), refused],
    [named('patch', '', {}), refused],
    [{ verb: 'delete', ...POD_PART, subresource: 'status' }, refused],
    [{ verb: 'create', ...POD_PART, subresource: 'status' }, refused],
    [{ verb: 'get', ...POD_PART, subresource: 'binding' }, refused],
    [{ ...NAMESPACE_PART, verb: 'get', subresource: 'finalize' }, refused],
    [{ ...named('list', ''), resource: 'bindings' }, refused],
    [{ ...named('create', '', {}), resource: 'bindings', namespace: '' }, missing],
    [{ ...reviews, resource: 'selfsubjectaccessreviews' }, refused],
    [{ ...reviews, verb: 'get', resource: 'subjectaccessreviews', name: 'x' }, missing],
  ];
  expect(cases.map(([fields]) => send(fields))).toEqual(cases.map(([, said]) => said));
  const types = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
  expect(send({ ...named('get', 'here'), accept: 'text/html' })).toEqual(
    routed(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${types}`),
  );
});
