/** base64url without padding (RFC 4648, section 5): the same in every engine, old ones included. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TEXT = /^[A-Za-z0-9_-]*$/;

export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const second = left > 1 ? bytes[index + 1] : 0;
    const third = left > 2 ? bytes[index + 2] : 0;
    const word = (bytes[index] << 16) | (second << 8) | third;
    text += ALPHABET[word >> 18] + ALPHABET[(word >> 12) & 63];
    if (left > 1) text += ALPHABET[(word >> 6) & 63];
    if (left > 2) text += ALPHABET[word & 63];
  }
  return text;
}

/** The bytes, or undefined when a character is wrong or the length or the last bits cannot be. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!TEXT.test(text) || text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let word = 0;
  let bits = 0;
  let used = 0;
  for (const character of text) {
    word = ((word << 6) | ALPHABET.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[used] = (word >> bits) & 0xff;
    used += 1;
  }
  const leftOver = word & ((1 << bits) - 1);
  return leftOver === 0 ? bytes : undefined;
}
