/**
 * Area `status`: the Status of each kind of error, what it says about waiting, and what a whole API
 * server answers to a request that it refuses. The objects of the errors are those of the source.
 */
import {
  apiStatus,
  type BadValue,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newForbidden,
  newGenerateNameConflict,
  newGenericServerResponse,
  newInternalError,
  newInvalid,
  newNotFound,
  newServerTimeout,
  newServiceUnavailable,
  newTimeoutError,
  newTooManyRequests,
  newUnauthorized,
  notFoundValue,
  notSupported,
  required,
  type Status,
  suggestsClientDelay,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { ClusterStand } from '../cluster-stand';
import { PathsFact } from '../facts';
import { Fields, fieldsOfWhen } from '../read-fields';

export const statusAdapter: AreaAdapter = {
  area: 'status',
  calls: { ErrorToAPIStatus: toAPIStatus, SuggestsClientDelay: delay, NewInvalid: made, request },
};

const FOOS = { group: '', resource: 'foos' };
const OLD_FOOS = { group: 'legacy.kubernetes.io', resource: 'foos' };
const NAME = 'bar';
const WHY = 'failure';

/** Source: the table of TestAPIStatus, and TestBadStatusErrorToAPIStatus. */
const ERRORS: Readonly<Record<string, () => Partial<Status>>> = {
  AlreadyExists: () => newAlreadyExists(FOOS, NAME),
  BadRequest: () => newBadRequest(WHY),
  Conflict: () => newConflict(FOOS, NAME, WHY),
  Forbidden: () => newForbidden(FOOS, NAME, WHY),
  InternalError: () => newInternalError(WHY),
  NotFound: () => newNotFound(OLD_FOOS, NAME),
  ServiceUnavailable: () => newServiceUnavailable(WHY),
  Unauthorized: () => newUnauthorized(WHY),
  'StatusError with an empty Status': () => ({}),
};

const PARTS = ['kind', 'apiVersion', 'status', 'code', 'reason', 'message', 'details'] as const;

/** The parts of a Status, those that it has not left out. */
const partsOf = (status: Status) =>
  Object.fromEntries(PARTS.map((part) => [part, new PathsFact(status[part])]));

function toAPIStatus({ given, when }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const error = new Fields(given, 'given').only('error').text('error');
  if (!Object.hasOwn(ERRORS, error)) throw new Unsupported(`given.error: ${error}`);
  return { facts: partsOf(apiStatus(ERRORS[error]())) };
}

const DELAYS: Readonly<Record<string, (code: number, seconds: number) => Status>> = {
  NewGenerateNameConflict: (_code, seconds) => newGenerateNameConflict(FOOS, NAME, seconds),
  NewServerTimeout: (_code, seconds) => newServerTimeout(FOOS, 'doing', seconds),
  NewTooManyRequests: (_code, seconds) => newTooManyRequests('doing something', seconds),
  NewTimeoutError: (_code, seconds) => newTimeoutError('test reason', seconds),
  NewGenericServerResponse: (code, retryAfterSeconds) =>
    newGenericServerResponse({
      ...{ code, method: 'GET', of: FOOS, name: NAME, serverMessage: 'unknown' },
      retryAfterSeconds,
    }),
};

function delay({ given, when }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const words = new Fields(given, 'given').only('error').text('error');
  const form = /^(\w+)(?: (\d{3}))?(?: retryAfter)? (\d+)$/;
  const [, name = '', code, seconds] = form.exec(words) ?? [];
  if (!Object.hasOwn(DELAYS, name)) throw new Unsupported(`given.error: ${words}`);
  const found = suggestsClientDelay(DELAYS[name](Number(code), Number(seconds)));
  return { facts: { seconds: found ?? 0, suggested: found !== undefined } };
}

/** The faults of TestNewInvalid, with the detail that its table gives. */
const FAULTS: Readonly<Record<string, (field: string, value: BadValue) => FieldError>> = {
  Duplicate: duplicate,
  Forbidden: (field) => forbidden(field, ''),
  Required: (field) => required(field, ''),
  Invalid: (field, value) => invalid(field, value, 'detail'),
  NotFound: notFoundValue,
  NotSupported: (field, value) => notSupported(field, value, []),
};

/** A text, a number or a flag; some faults have none. */
function badValueOf(fault: Fields): BadValue {
  const value = fault.value('value');
  return typeof value === 'object' ? (fault.has('value') ? fault.text('value') : '') : value;
}

function made({ given, when }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const inputs = new Fields(given, 'given').only('kind', 'name', 'fieldErrors');
  const faults = inputs.list('fieldErrors').map((each, index) => {
    const fault = new Fields(each, `fieldErrors[${index}]`).only('type', 'field', 'value');
    const type = fault.text('type');
    if (!Object.hasOwn(FAULTS, type)) throw new Unsupported(`given.fieldErrors: ${type}`);
    return FAULTS[type](fault.text('field'), badValueOf(fault));
  });
  const kind = { group: '', kind: inputs.text('kind') };
  return { facts: partsOf(newInvalid(kind, inputs.text('name'), faults)) };
}

/** What a whole server answers to nobody in particular. */
function request({ given, when, profile }: Question): Answer {
  const inputs = new Fields(given, 'given').only('anonymousAuth', 'authorizationMode');
  const mode = inputs.text('authorizationMode', 'RBAC');
  const anonymous = inputs.flag('anonymousAuth', true);
  const flags = [`--authorization-mode=${mode}`, `--anonymous-auth=${anonymous}`];
  const stand = new ClusterStand(profile, flags);
  const text = fieldsOfWhen(when).only('request').text('request');
  const [method, url = ''] = text.split(' ');
  const { code, body } = stand.ask(method, url);
  return { facts: { status: code, body: new PathsFact(body) } };
}
