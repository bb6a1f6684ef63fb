import { placeOf } from '#trace';
import type { InvariantDescriptor } from '../invariant-descriptor';

const OP = placeOf('etcd', 'op');
const KEY = placeOf('etcd', 'key');
const REVISION = placeOf('etcd', 'revision');

/** Every transaction of etcd has the next revision; one key is written once in each. */
export const revisionsStrictlyGrow: InvariantDescriptor = {
  name: 'revisions-strictly-grow',
  states: {
    en: 'Each write of etcd has a revision above all earlier ones.',
    zh: 'etcd 的每次写入，其修订号都大于此前所有写入。',
  },
  kinds: ['etcd'],
  watch: (table) => {
    let newest = 0;
    // Most revisions have one key, and a set for each would be much for so little.
    const keysOfNewest: string[] = [];
    return {
      look(seq) {
        const op = table.valueAt(seq, OP);
        if (op !== 'put' && op !== 'delete') return undefined;
        const key = table.valueAt(seq, KEY) as string;
        const revision = table.valueAt(seq, REVISION) as number;
        if (revision < newest) return `revision ${revision} of ${key} after revision ${newest}`;
        if (revision > newest) {
          const next = newest + 1;
          const gap = newest > 0 && revision !== next;
          newest = revision;
          keysOfNewest.length = 0;
          keysOfNewest.push(key);
          return gap ? `revision ${revision} of ${key} where ${next} was next` : undefined;
        }
        if (keysOfNewest.includes(key)) return `${key} written twice in revision ${revision}`;
        keysOfNewest.push(key);
        return undefined;
      },
    };
  },
};
