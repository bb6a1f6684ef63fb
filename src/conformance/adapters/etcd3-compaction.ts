/** Area `etcd3-compaction`: rounds of the compactor of one process, and of another beside it. */
import { type CompactRound, compact, ETCD_ERROR, type EtcdClient } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { Fields } from '../read-fields';
import { Rig } from '../rig';

export const etcd3CompactionAdapter: AreaAdapter = {
  area: 'etcd3-compaction',
  calls: { compact: one, sequence },
};

/** `/somekey=data (rev A)`: what is put, and what its revision is called. */
const PUT = /^(\/[^=]+)=(\S+)(?: \(rev (\w+)\))?$/;

interface Written {
  readonly key: string;
  readonly revision: number;
}

class CompactionStand {
  readonly rig: Rig;
  readonly client: EtcdClient;
  readonly written = new Map<string, Written>();

  constructor({ given, switches }: Question) {
    this.rig = new Rig({ switches });
    this.client = this.rig.openClient('compactor');
    const inputs = new Fields(given, 'given').only('puts', 'compact_rev_key');
    if (inputs.text('compact_rev_key', 'absent') !== 'absent') {
      throw new Unsupported('given.compact_rev_key: expected absent');
    }
    for (const [index, text] of inputs.texts('puts').entries()) {
      const [, key, value, name = String(index)] = PUT.exec(text) ?? [];
      if (key === undefined) throw new Unsupported(`given.puts: ${text}`);
      this.rig.etcd.put(key, value);
      this.written.set(name, { key, revision: this.rig.etcd.revision });
    }
  }

  round(step: Fields, client: EtcdClient): CompactRound {
    const name = step.text('revision', '');
    const revision = name === '' ? 0 : this.written.get(name)?.revision;
    if (revision === undefined) throw new Unsupported(`revision ${name}: nothing was put there`);
    return this.rig.perform(compact(client, { time: step.count('logicalTime'), revision }));
  }

  /** What reading the key of a put at its revision gives. */
  readAt({ key, revision }: Written): string {
    const reply = this.rig.perform(this.client.range({ key, revision }));
    if (!reply.ok) return reply.error === ETCD_ERROR.compacted ? 'compacted error' : reply.error;
    return String(reply.body.kvs[0]?.value);
  }
}

function one(question: Question): Answer {
  const stand = new CompactionStand(question);
  const step = new Fields(question.when, 'when').only('op', 'logicalTime', 'revision');
  const { state, outcome } = stand.round(step, stand.client);
  const reads = [...stand.written].map(([name, written]) => [
    `getAtRev${name}`,
    stand.readAt(written),
  ]);
  const facts = { returnedLogicalTime: state.time, compacts: outcome === 'compacted' };
  return { facts: { ...facts, ...Object.fromEntries(reads) } };
}

function sequence(question: Question): Answer {
  const stand = new CompactionStand(question);
  const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
  const rounds = steps.map((value, index) => {
    const step = new Fields(value, `when.sequence[${index}]`);
    step.only('op', 'logicalTime', 'revision', 'by');
    if (step.text('op') !== 'compact') throw new Unsupported(`op ${step.text('op')}`);
    const by = step.text('by', '');
    const client = by === '' ? stand.client : stand.rig.openClient(by.replaceAll(' ', '-'));
    return stand.round(step, client);
  });
  return {
    facts: {
      returnedLogicalTimes: rounds.map(({ state }) => state.time),
      firstCompacts: rounds[0]?.outcome === 'compacted',
      secondCompacts: rounds[1]?.outcome === 'compacted' || rounds[1]?.outcome === 'noted',
    },
  };
}
