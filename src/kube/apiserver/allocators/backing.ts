/**
 * What an allocator of addresses or ports keeps its items in: a bitmap in memory, or one that is
 * stored in etcd (`range-storage.ts`).
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/allocator/interfaces.go
 */
import { invariant } from '#base';
import { type Procedure, perform, runProcedure } from '#kernel';
import type { AllocationBitmap, Taken } from './bitmap';

export interface Backing {
  allocate(offset: number): Procedure<Taken>;
  allocateNext(): Procedure<Taken>;
  /** @returns why it could not be given back; an item that is free is no error. */
  release(offset: number): Procedure<string | undefined>;
  /** What memory says; nothing is read. */
  readonly bitmap: AllocationBitmap;
}

/** A bitmap that is nowhere else. Its procedures never wait. */
export const inMemory = (bitmap: AllocationBitmap): Backing => ({
  bitmap,
  allocate: (offset) => atOnce(() => bitmap.allocate(offset)),
  allocateNext: () => atOnce(() => bitmap.allocateNext()),
  release: (offset) =>
    atOnce(() => {
      bitmap.release(offset);
      return undefined;
    }),
});

/** Work that waits for nothing, as a procedure. */
export const atOnce = <T>(work: () => T): Procedure<T> => perform<T>((resume) => resume(work()));

/** Runs a procedure that waits for nothing, such as one over a bitmap in memory. */
export function immediately<T>(procedure: Procedure<T>): T {
  const answers: T[] = [];
  runProcedure(procedure, (answer) => answers.push(answer));
  invariant(answers.length === 1, 'the procedure waits for nothing');
  return answers[0];
}
