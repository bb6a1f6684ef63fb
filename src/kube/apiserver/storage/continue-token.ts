/**
 * The token with which a paged list goes on: base64url of a small JSON object.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/continue.go
 */

/** Version of the token. Source: continue.go continueToken. */
const TOKEN_VERSION = 'meta.k8s.io/v1';
/** Source: continue.go, errors of DecodeContinue. */
const INVALID = 'continue key is not valid: ';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface ContinuePlace {
  /** Whole key at which the list goes on. */
  readonly startKey: string;
  /** Revision to read at; below 0 for the newest. */
  readonly revision: number;
}

/** @param startKey a whole key that begins with `prefix`. */
export function encodeContinue(startKey: string, prefix: string, revision: number): string {
  const start = startKey.startsWith(prefix) ? startKey.slice(prefix.length) : startKey;
  return toBase64(JSON.stringify({ v: TOKEN_VERSION, rv: revision, start }));
}

/** What a token says, or why it cannot be used. */
export function decodeContinue(token: string, prefix: string): ContinuePlace | string {
  const text = fromBase64(token);
  if (text === undefined) return `${INVALID}illegal base64 data`;
  let value: { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown };
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `${INVALID}${(error as Error).message}`;
  }
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

/** Base64url without padding, of UTF-8. */
export function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let out = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = (bytes[index] << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const digits = Math.min(4, bytes.length - index + 1);
    for (let digit = 0; digit < digits; digit += 1) {
      out += ALPHABET[(group >> (18 - 6 * digit)) & 63];
    }
  }
  return out;
}

function fromBase64(token: string): string | undefined {
  const bytes: number[] = [];
  let group = 0;
  let bits = 0;
  for (const char of token) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) return undefined;
    group = ((group << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((group >> bits) & 0xff);
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
