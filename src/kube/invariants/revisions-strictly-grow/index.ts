import type { InvariantDescriptor } from '../invariant-descriptor';

/** Every transaction of etcd has the next revision; one key is written once in each. */
export const revisionsStrictlyGrow: InvariantDescriptor = {
  name: 'revisions-strictly-grow',
  states: {
    en: 'Each write of etcd has a revision above all earlier ones.',
    zh: 'etcd 的每次写入，其 revision 都大于此前所有写入。',
  },
  kinds: ['etcd'],
  watch: (table) => {
    let newest = 0;
    let keysOfNewest = new Set<string>();
    return {
      look(seq) {
        const record = table.recordOf(seq, 'etcd');
        if (record?.op !== 'put' && record?.op !== 'delete') return undefined;
        const { key, revision } = record;
        if (revision < newest) return `revision ${revision} of ${key} after revision ${newest}`;
        if (revision > newest) {
          const next = newest + 1;
          const gap = newest > 0 && revision !== next;
          newest = revision;
          keysOfNewest = new Set([key]);
          return gap ? `revision ${revision} of ${key} where ${next} was next` : undefined;
        }
        if (keysOfNewest.has(key)) return `${key} written twice in revision ${revision}`;
        keysOfNewest.add(key);
        return undefined;
      },
    };
  },
};
