/**
 * What a client makes of an answer that is not a Status: the plain text of a proxy, a filter or the
 * end of the server chain; and what a server makes of its router's refusals.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go
 *             (NewGenericServerResponse)
 */
import type { Status, StatusCause } from './objects';
import { type GroupResource, qualifiedResource } from './status';

interface Words {
  readonly reason: string;
  readonly message: string;
}

/** By code; the default is below. */
const WORDS: Readonly<Record<number, Words>> = {
  400: { reason: 'BadRequest', message: 'the server rejected our request for an unknown reason' },
  401: {
    reason: 'Unauthorized',
    message: 'the server has asked for the client to provide credentials',
  },
  404: { reason: 'NotFound', message: 'the server could not find the requested resource' },
  405: {
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
  },
  422: {
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
  },
  503: {
    reason: 'ServiceUnavailable',
    message: 'the server is currently unable to handle the request',
  },
  504: {
    reason: 'Timeout',
    message:
      'the server was unable to return a response in the time allotted, but may still be ' +
      'processing the request',
  },
  429: {
    reason: 'TooManyRequests',
    message: 'the server has received too many requests and has asked us to try again later',
  },
};

/** Cause that marks an answer which was no Status. */
const UNEXPECTED_RESPONSE = 'UnexpectedServerResponse';

function wordsOf(code: number, method: string, serverMessage: string): Words {
  if (code === 409) {
    const reason = method === 'POST' ? 'AlreadyExists' : 'Conflict';
    return { reason, message: 'the server reported a conflict' };
  }
  if (code === 403) return { reason: 'Forbidden', message: serverMessage || 'unknown' };
  if (code === 406) {
    const own = 'the server was unable to respond with a content type that the client supports';
    const said = serverMessage !== '' && serverMessage !== 'unknown';
    return { reason: 'NotAcceptable', message: said ? serverMessage : own };
  }
  if (code === 415) return { reason: 'UnsupportedMediaType', message: serverMessage };
  const words = WORDS[code];
  if (words) return words;
  if (code >= 500) {
    const quoted = JSON.stringify(serverMessage);
    const message = `an error on the server (${quoted}) has prevented the request from succeeding`;
    return { reason: 'InternalError', message };
  }
  const answered = `the server responded with the status code ${code}`;
  return { reason: '', message: `${answered} but did not return more information` };
}

interface GenericResponse {
  readonly code: number;
  /** HTTP method, upper case. */
  readonly method: string;
  readonly of: GroupResource;
  /** "" for none. */
  readonly name: string;
  /** The body's text. */
  readonly serverMessage: string;
  /** The header Retry-After; 0 for none. */
  readonly retryAfterSeconds?: number;
  /** The server itself says it, so that it is no surprise. */
  readonly expected?: boolean;
}

export function newGenericServerResponse(response: GenericResponse): Status {
  const { code, method, of, name, serverMessage, retryAfterSeconds = 0, expected } = response;
  const { reason, message } = wordsOf(code, method, serverMessage);
  const named = name === '' ? '' : ` ${name}`;
  const where =
    of.resource === '' ? '' : ` (${method.toLowerCase()} ${qualifiedResource(of)}${named})`;
  const causes: StatusCause[] = [{ reason: UNEXPECTED_RESPONSE, message: serverMessage }];
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `${message}${where}`,
    ...(reason === '' ? {} : { reason }),
    details: {
      ...(name === '' ? {} : { name }),
      ...(of.group === '' ? {} : { group: of.group }),
      ...(of.resource === '' ? {} : { kind: of.resource }),
      ...(expected ? {} : { causes }),
      ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
    },
    code,
  };
}
