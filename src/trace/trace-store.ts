/** The page's copy of the trace: blocks are appended, nothing is ever re-read from the worker. */
import { invariant } from '#base';
import type { TraceBlock } from './block';
import { TraceTable } from './trace-table';

export class TraceStore {
  readonly table = new TraceTable();
  /** Rises with each block; what was derived from the table can be thrown away by it. */
  version = 0;
  readonly #listeners = new Set<() => void>();

  /** Adds the next block. @throws InvariantError when a block is missing in between. */
  append(block: TraceBlock): void {
    const table = this.table;
    const start = block.firstSeq;
    invariant(start === table.length, `block from ${start}, have ${table.length} records`);
    table.reserve(start + block.count);
    table.t.set(block.t, start);
    table.kind.set(block.kind, start);
    table.actor.set(block.actor, start);
    table.cause.set(block.cause, start);
    block.slots.forEach((slot, index) => {
      table.slots[index].set(slot, start);
    });
    for (const text of block.strings) table.strings.push(text);
    for (const wide of block.wides) table.wides.push(wide);
    for (const number of block.numbers) table.numbers.push(number);
    for (const [seq, list] of block.also) table.also.set(seq, list);
    for (const row of block.revisions) table.archive.add(row);
    table.length = start + block.count;
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each block, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
