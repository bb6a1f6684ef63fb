/**
 * Subresource token of ServiceAccounts: a token that is bound to a Pod, a Secret, or to nothing.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/serviceaccount/storage/token.go (TokenREST),
 *             pkg/serviceaccount/claims.go (Claims), pkg/apis/authentication/validation
 * Simplified  the token is not signed: its third part is a word, and no key has an id; the claims
 *             of 1.29 and later (jti, the node of a Pod) are left out, and so is binding to a Node
 */
import type { Procedure } from '#kernel';
import { type FieldError, invalid } from '../../../api/field-error';
import { encodeBase64, RAW_URL_ENCODING } from '../../../api/go-base64';
import type { KubeObject, Status } from '../../../api/objects';
import { isStatus, newBadRequest, newConflict, newInvalid } from '../../../api/status';
import { formatTime } from '../../../api/timestamps';
import { type Fields, fieldsOf } from '../../kinds/rules/pod-defaults';
import { CREATED, type Outcome, refused, served } from '../outcome';
import type { RegistryStore } from '../registry-store';
import { postedObject, type SubresourceRequest } from './request';

const EXPECTED = { kind: 'TokenRequest', apiVersions: ['authentication.k8s.io/v1'] };
const KIND = { group: 'authentication.k8s.io', kind: 'TokenRequest' };
/** Seconds of a token that says none. Source: SetDefaults_TokenRequestSpec. */
const DEFAULT_SECONDS = 3_600;
/** Shortest and longest, s. Source: ValidateTokenRequest. */
const MIN_SECONDS = 600;
const MAX_SECONDS = 4_294_967_296;
/** What a Pod asks for whose token lives longer than it says, s. Source: claims.go. */
const WARN_ONLY_SECONDS = 3_607;
const EXTENDED_SECONDS = 365 * 24 * 60 * 60;
const MS_A_SECOND = 1_000;

export interface TokenParts {
  readonly accounts: RegistryStore;
  readonly pods: RegistryStore;
  readonly secrets: RegistryStore;
  /** --service-account-issuer: the first one issues. */
  readonly issuers: readonly string[];
  /** --api-audiences. */
  readonly audiences: readonly string[];
}

interface TokenSpec {
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  readonly boundObjectRef?: Fields;
}

export function* requestToken(parts: TokenParts, request: SubresourceRequest): Procedure<Outcome> {
  const { namespace, name } = request;
  const asked = postedObject(request, EXPECTED);
  if (isStatus(asked)) return refused(asked);
  const misplaced = mismatch(asked, request);
  if (misplaced) return refused(newInvalid(KIND, name, [misplaced]));
  const found = yield* parts.accounts.get(namespace, name);
  if (!found.ok) return found;
  const account = found.body;
  const spec = specOf(asked, parts);
  const errors = validate(spec);
  if (errors.length > 0) return refused(newInvalid(KIND, '', errors));
  const { accounts } = parts;
  const attributes = { operation: 'CREATE', of: accounts.of, subresource: 'token' } as const;
  const denied = yield* accounts.admit({ ...attributes, namespace, name, object: asked });
  if (denied) return refused(denied);
  const bound = yield* boundTo(parts, request, spec);
  if (isStatus(bound)) return refused(bound);
  const nowMs = accounts.wallMs();
  const expirationTimestamp = formatTime(nowMs + spec.expirationSeconds * MS_A_SECOND);
  const token = tokenOf(parts, spec, { account, bound, nowMs });
  const object = {
    ...asked,
    kind: EXPECTED.kind,
    apiVersion: EXPECTED.apiVersions[0],
    metadata: { ...asked.metadata, name, namespace, creationTimestamp: formatTime(nowMs) },
    spec: { boundObjectRef: null, ...spec },
    status: { token, expirationTimestamp },
  };
  return served(CREATED, object as KubeObject, 0);
}

function mismatch({ metadata }: KubeObject, { name }: SubresourceRequest): FieldError | undefined {
  if (!metadata.name || metadata.name === name) return undefined;
  const detail = 'must match the service account name if specified';
  return invalid('metadata.name', metadata.name, detail);
}

function specOf({ spec: given }: KubeObject, { audiences: own }: TokenParts): TokenSpec {
  const { audiences, expirationSeconds, boundObjectRef } = fieldsOf(given);
  const named = Array.isArray(audiences) && audiences.length > 0;
  return {
    audiences: named ? audiences.map(String) : own,
    expirationSeconds: Number(expirationSeconds ?? DEFAULT_SECONDS),
    ...(boundObjectRef ? { boundObjectRef: fieldsOf(boundObjectRef) } : {}),
  };
}

function validate({ expirationSeconds: length }: TokenSpec): FieldError[] {
  const wrong = (detail: string) => [invalid('spec.expirationSeconds', length, detail)];
  if (length < MIN_SECONDS) return wrong('may not specify a duration less than 10 minutes');
  if (length > MAX_SECONDS) return wrong('may not specify a duration larger than 2^32 seconds');
  return [];
}

/** What the token is bound to; undefined for nothing. */
function* boundTo(
  { pods, secrets }: TokenParts,
  { namespace, name }: SubresourceRequest,
  { boundObjectRef: ref }: TokenSpec,
): Procedure<KubeObject | Status | undefined> {
  if (!ref) return undefined;
  const { apiVersion = '', kind = '', name: called = '', uid } = ref as Record<string, string>;
  const store = apiVersion === 'v1' ? { Pod: pods, Secret: secrets }[kind] : undefined;
  if (!store) {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    const type = `${group}/${version}, Kind=${kind}`;
    return newBadRequest(`cannot bind token to object of type ${type}`);
  }
  const found = yield* store.get(namespace, called);
  if (!found.ok) return found.status;
  const object = found.body;
  if (kind === 'Pod' && fieldsOf(object.spec).serviceAccountName !== name) {
    const text = `cannot bind token for serviceaccount "${name}" to pod running with different`;
    return newBadRequest(`${text} serviceaccount name.`);
  }
  if (!uid || uid === object.metadata.uid) return object;
  const cause =
    `the UID in the bound object reference (${uid}) does not match the UID in record ` +
    `(${object.metadata.uid}). The object might have been deleted and then recreated`;
  return newConflict({ group: '', resource: kind }, called, cause);
}

interface Claimed {
  readonly account: KubeObject;
  readonly bound: KubeObject | undefined;
  readonly nowMs: number;
}

/** Upstream: Claims, in the order of Go's JSON of them. */
function tokenOf(
  { issuers, audiences: own }: TokenParts,
  { audiences, expirationSeconds: length, boundObjectRef }: TokenSpec,
  { account, bound, nowMs }: Claimed,
): string {
  const now = Math.floor(nowMs / MS_A_SECOND);
  const { namespace, name, uid } = account.metadata;
  const ofServer = audiences.every((audience) => own.includes(audience));
  const extended = boundObjectRef?.kind === 'Pod' && length === WARN_ONLY_SECONDS && ofServer;
  const kind = String(boundObjectRef?.kind ?? '').toLowerCase();
  const reference = bound && { name: bound.metadata.name, uid: bound.metadata.uid };
  const claims = {
    aud: audiences,
    exp: now + (extended ? EXTENDED_SECONDS : length),
    iat: now,
    iss: issuers[0] ?? '',
    'kubernetes.io': {
      namespace,
      ...(reference ? { [kind]: reference } : {}),
      serviceaccount: { name, uid },
      ...(extended ? { warnafter: now + length } : {}),
    },
    nbf: now,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  const parts = [JSON.stringify({ alg: 'RS256', kid: '' }), JSON.stringify(claims), 'not signed'];
  return parts.map((part) => encodeBase64(part, RAW_URL_ENCODING)).join('.');
}
