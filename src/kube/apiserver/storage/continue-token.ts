/**
 * The token with which a paged list goes on: base64url of a small JSON object.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/continue.go
 */
import { base64Error, decodeBase64, encodeBase64, RAW_URL_ENCODING } from '../../api/go-base64';
import { jsonSyntaxError } from '../../api/go-json';

/** Version of the token. Source: continue.go continueToken. */
const TOKEN_VERSION = 'meta.k8s.io/v1';
/** Source: continue.go, errors of DecodeContinue. */
const INVALID = 'continue key is not valid: ';

export interface ContinuePlace {
  /** Whole key at which the list goes on. */
  readonly startKey: string;
  /** Revision to read at; below 0 for the newest. */
  readonly revision: number;
}

/** @param startKey a whole key that begins with `prefix`. */
export function encodeContinue(startKey: string, prefix: string, revision: number): string {
  const start = startKey.startsWith(prefix) ? startKey.slice(prefix.length) : startKey;
  return encodeBase64(JSON.stringify({ v: TOKEN_VERSION, rv: revision, start }), RAW_URL_ENCODING);
}

/** What a token says, or why it cannot be used. */
export function decodeContinue(token: string, prefix: string): ContinuePlace | string {
  const illegal = base64Error(token, RAW_URL_ENCODING);
  if (illegal !== undefined) return `${INVALID}${illegal}`;
  const text = decodeBase64(token, RAW_URL_ENCODING);
  const broken = jsonSyntaxError(text) ?? typeError(JSON.parse(text));
  if (broken !== undefined) return `${INVALID}${broken}`;
  const value: { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown } =
    JSON.parse(text);
  const { v, rv, start } = value ?? {};
  if (v !== TOKEN_VERSION) {
    const found = JSON.stringify(v ?? '');
    return `${INVALID}server does not recognize this encoded version ${found}`;
  }
  if (typeof rv !== 'number' || rv === 0) {
    return `${INVALID}incorrect encoded start resourceVersion (version ${TOKEN_VERSION})`;
  }
  if (typeof start !== 'string' || start === '') {
    return `${INVALID}encoded start key empty (version ${TOKEN_VERSION})`;
  }
  const inside = cleanPath(start.startsWith('/') ? start : `/${start}`);
  if (inside !== (start.startsWith('/') ? start : `/${start}`)) {
    return `${INVALID}${start}`;
  }
  return { startKey: prefix + inside.slice(1), revision: rv };
}

/** What is JSON, but no token. Source: Go UnmarshalTypeError. */
function typeError(value: unknown): string | undefined {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
  const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `json: cannot unmarshal ${kind} into Go value of type storage.continueToken`;
}

/** Resolves `.`, `..` and repeated slashes of a path that begins with one. Go's path.Clean. */
function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  const clean = `/${kept.join('/')}`;
  return path.endsWith('/') && clean !== '/' ? `${clean}/` : clean;
}
