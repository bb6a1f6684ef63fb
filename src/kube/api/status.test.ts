import { describe, expect, it } from 'vitest';
import { invalid, required } from './field-error';
import { newGenericServerResponse } from './generic-response';
import type { Status } from './objects';
import * as status from './status';

const PODS = { group: '', resource: 'pods' };
const JOBS = { group: 'batch', resource: 'jobs' };
const POD = { group: '', kind: 'Pod' };

const details = (name: string) => ({ name, kind: 'pods' });

/** Name, what is built, code, reason, message, details. */
const ROWS: readonly [string, Status, number, string | undefined, string, unknown][] = [
  [
    'a missing object',
    status.newNotFound(PODS, 'x'),
    404,
    'NotFound',
    'pods "x" not found',
    details('x'),
  ],
  [
    'a missing object of a group',
    status.newNotFound(JOBS, 'x'),
    404,
    'NotFound',
    'jobs.batch "x" not found',
    { name: 'x', group: 'batch', kind: 'jobs' },
  ],
  [
    'a key that exists',
    status.newAlreadyExists(PODS, 'x'),
    409,
    'AlreadyExists',
    'pods "x" already exists',
    details('x'),
  ],
  [
    'a generated name that is taken',
    status.newGenerateNameConflict(PODS, 'x', 1),
    409,
    'AlreadyExists',
    'pods "x" already exists, the server was not able to generate a unique name for the object',
    { ...details('x'), retryAfterSeconds: 1 },
  ],
  [
    'a conflict',
    status.newConflict(PODS, 'x', 'it changed'),
    409,
    'Conflict',
    'Operation cannot be fulfilled on pods "x": it changed',
    details('x'),
  ],
  ['an old version', status.newResourceExpired('gone'), 410, 'Expired', 'gone', undefined],
  [
    'one fault',
    status.newInvalid(POD, 'x', [required('spec.a', 'say why')]),
    422,
    'Invalid',
    'Pod "x" is invalid: spec.a: Required value: say why',
    {
      name: 'x',
      kind: 'Pod',
      causes: [
        { reason: 'FieldValueRequired', message: 'Required value: say why', field: 'spec.a' },
      ],
    },
  ],
  [
    'several faults, one of them twice',
    status.newInvalid({ group: 'batch', kind: 'Job' }, 'x', [
      required('a', ''),
      invalid('b', 'c"d', 'no'),
      required('a', ''),
    ]),
    422,
    'Invalid',
    'Job.batch "x" is invalid: [a: Required value, b: Invalid value: "c\\"d": no]',
    expect.objectContaining({ group: 'batch', kind: 'Job' }),
  ],
  ['a malformed request', status.newBadRequest('bad'), 400, 'BadRequest', 'bad', undefined],
  [
    'nobody',
    status.newUnauthorized('Unauthorized'),
    401,
    'Unauthorized',
    'Unauthorized',
    undefined,
  ],
  [
    'a denial',
    status.newForbidden(PODS, 'x', 'no'),
    403,
    'Forbidden',
    'pods "x" is forbidden: no',
    details('x'),
  ],
  [
    'a denial without a name',
    status.newForbidden(PODS, '', 'no'),
    403,
    'Forbidden',
    'pods is forbidden: no',
    { kind: 'pods' },
  ],
  [
    'a denial outside the API',
    status.newForbidden({ group: '', resource: '' }, '', 'no'),
    403,
    'Forbidden',
    'forbidden: no',
    {},
  ],
  [
    'a verb',
    status.newMethodNotSupported(JOBS, 'watch'),
    405,
    'MethodNotAllowed',
    'watch is not supported on resources of kind "jobs.batch"',
    { group: 'batch', kind: 'jobs' },
  ],
  [
    'a big body',
    status.newRequestEntityTooLarge('limit is 3145728'),
    413,
    'RequestEntityTooLarge',
    'Request entity too large: limit is 3145728',
    undefined,
  ],
  [
    'too much',
    status.newTooManyRequests('Too many requests, please try again later.', 1),
    429,
    'TooManyRequests',
    'Too many requests, please try again later.',
    { retryAfterSeconds: 1 },
  ],
  [
    'an internal error',
    status.newInternalError('why'),
    500,
    'InternalError',
    'Internal error occurred: why',
    { causes: [{ message: 'why' }] },
  ],
  [
    'unreachable storage',
    status.newServerTimeout(PODS, 'get', 2),
    500,
    'ServerTimeout',
    'The get operation against pods could not be completed at this time, please try again.',
    { name: 'get', kind: 'pods', retryAfterSeconds: 2 },
  ],
  ['an error of unknown type', status.newUnknownError('raw'), 500, undefined, 'raw', undefined],
  [
    'a server that stops',
    status.newServiceUnavailable('stopping'),
    503,
    'ServiceUnavailable',
    'stopping',
    undefined,
  ],
  [
    'a deadline',
    status.newTimeoutError('request did not complete within the allotted timeout', 0),
    504,
    'Timeout',
    'Timeout: request did not complete within the allotted timeout',
    {},
  ],
  [
    'a version ahead of storage',
    status.newTooLargeResourceVersion(9, 5, 1),
    504,
    'Timeout',
    'Timeout: Too large resource version: 9, current: 5',
    {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  ],
];

describe('Status errors', () => {
  it.each(ROWS)('%s', (_name, built, code, reason, message, wanted) => {
    expect(built).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(wanted === undefined ? {} : { details: wanted }),
      code,
    });
  });

  it('has its fields in the order of Kubernetes', () => {
    expect(JSON.stringify(status.newNotFound(JOBS, 'x'))).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",' +
        '"message":"jobs.batch \\"x\\" not found","reason":"NotFound",' +
        '"details":{"name":"x","group":"batch","kind":"jobs"},"code":404}',
    );
  });

  it('goes on with a list after its token has expired', () => {
    expect(status.newResourceExpired('old', 'token').metadata).toEqual({ continue: 'token' });
  });

  it('says what was deleted', () => {
    expect(status.newDeleted(JOBS, 'x', 'u')).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'x', group: 'batch', kind: 'jobs', uid: 'u' },
    });
  });
});

describe('answers that are no Status', () => {
  const answer = (code: number, method: string, serverMessage: string) =>
    newGenericServerResponse({ code, method, of: PODS, name: 'x', serverMessage });

  it.each([
    [404, 'GET', 'NotFound', 'the server could not find the requested resource (get pods x)'],
    [409, 'POST', 'AlreadyExists', 'the server reported a conflict (post pods x)'],
    [409, 'PUT', 'Conflict', 'the server reported a conflict (put pods x)'],
    [403, 'GET', 'Forbidden', 'text (get pods x)'],
    [
      502,
      'GET',
      'InternalError',
      'an error on the server ("text") has prevented the request from succeeding (get pods x)',
    ],
    [
      418,
      'GET',
      undefined,
      'the server responded with the status code 418 but did not return more information ' +
        '(get pods x)',
    ],
  ])('%i of %s', (code, method, reason, message) => {
    const made = answer(code, method, 'text');
    expect([made.code, made.reason, made.message]).toEqual([code, reason, message]);
    expect(made.details?.causes).toEqual([{ reason: 'UnexpectedServerResponse', message: 'text' }]);
  });
});
