import { createHash } from 'node:crypto';
import type { ByteHash } from '#trace';

/** Node's own SHA-256: ten times as fast as one in JavaScript, which the page has to use. */
export function nodeHash(): ByteHash {
  const hash = createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => hash.copy().digest('hex'),
  };
}
