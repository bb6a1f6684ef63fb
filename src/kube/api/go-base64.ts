/**
 * Base64 as Go decodes it, and what Go says of text that is none.
 *
 * Upstream    Go encoding/base64 (Encoding.decodeQuantum, CorruptInputError)
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** base64.StdEncoding. */
export const STD_ENCODING = { alphabet: `${LETTERS}+/`, padding: '=' } as const;
/** base64.RawURLEncoding. */
export const RAW_URL_ENCODING = { alphabet: `${LETTERS}-_`, padding: '' } as const;

export type Base64 = typeof STD_ENCODING | typeof RAW_URL_ENCODING;

/** Characters and bytes of a whole group. */
const QUANTUM = 4;
const TRIPLE = 3;
const isBreak = (char: string | undefined): boolean => char === '\n' || char === '\r';

/** The byte at which the text stops being base64, and undefined where it is base64. */
function corruptAt(text: string, { alphabet, padding }: Base64): number | undefined {
  const bytes = latin(new TextEncoder().encode(text));
  let at = 0;
  const skipBreaks = (): void => {
    while (isBreak(bytes[at])) at += 1;
  };
  for (let count = 0; ; count += 1) {
    skipBreaks();
    const digit = count % QUANTUM;
    if (at >= bytes.length) {
      const whole = digit === 0 || (padding === '' && digit > 1);
      return whole ? undefined : at - digit;
    }
    const char = bytes[at];
    at += 1;
    if (alphabet.includes(char)) continue;
    if (char !== padding || digit < 2) return at - 1;
    skipBreaks();
    if (digit === 2) {
      if (at >= bytes.length) return bytes.length;
      if (bytes[at] !== padding) return at - 1;
      at += 1;
      skipBreaks();
    }
    return at < bytes.length ? at : undefined;
  }
}

const latin = (bytes: Uint8Array): readonly string[] =>
  Array.from(bytes, (byte) => String.fromCharCode(byte));

/** Go's text of why this is no base64; undefined where it is. */
export function base64Error(text: string, encoding: Base64): string | undefined {
  const at = corruptAt(text, encoding);
  return at === undefined ? undefined : `illegal base64 data at input byte ${at}`;
}

/** Base64 of the UTF-8 of a text. */
export function encodeBase64(text: string, { alphabet, padding }: Base64): string {
  const bytes = new TextEncoder().encode(text);
  let out = '';
  for (let index = 0; index < bytes.length; index += TRIPLE) {
    const group = (bytes[index] << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const digits = Math.min(QUANTUM, bytes.length - index + 1);
    for (let digit = 0; digit < digits; digit += 1) {
      out += alphabet[(group >> (18 - 6 * digit)) & 63];
    }
    out += padding.repeat(QUANTUM - digits);
  }
  return out;
}

/** The bytes of what is base64 without line breaks, as text. */
export function decodeBase64(text: string, { alphabet }: Base64): string {
  const bytes: number[] = [];
  let group = 0;
  let bits = 0;
  for (const char of text) {
    const value = alphabet.indexOf(char);
    if (value < 0) continue;
    group = ((group << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((group >> bits) & 0xff);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** How many bytes padded base64 stands for. */
export function base64Bytes(text: string): number {
  const bare = text.replace(/[\r\n=]/g, '');
  return Math.floor((bare.length * TRIPLE) / QUANTUM);
}
