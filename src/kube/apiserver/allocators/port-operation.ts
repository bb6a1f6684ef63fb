/**
 * What one request does with node ports: taken at once and given back unless it succeeds; given
 * back only when it does.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/portallocator/operation.go
 */
import type { Procedure } from '#kernel';
import type { Allocated, AllocationError } from './allocation-error';
import { atOnce } from './backing';
import type { PortAllocator } from './port-allocator';
import { PORT_ALLOCATED } from './port-range';

/** First number that a dry run makes up: above the default range. Source: AllocateNext. */
const DRY_RUN_FIRST = 32_769;

export interface PortOperation {
  /** Takes that port. @returns why it could not. */
  allocate(port: number): Procedure<AllocationError | undefined>;
  allocateNext(): Procedure<Allocated<number>>;
  /** Notes a port that is given back on commit. */
  releaseDeferred(port: number): void;
  /** Gives back what was noted. @returns the errors, which stop nothing. */
  commit(): Procedure<readonly AllocationError[]>;
  /** Gives back what was taken, unless it was committed. */
  finish(): Procedure<readonly AllocationError[]>;
}

export const startOperation = (ports: PortAllocator, dryRun: boolean): PortOperation =>
  dryRun ? dryRunOperation(ports) : new RealOperation(ports);

class RealOperation implements PortOperation {
  readonly #ports: PortAllocator;
  readonly #taken: number[] = [];
  readonly #toRelease: number[] = [];
  #open = true;

  constructor(ports: PortAllocator) {
    this.#ports = ports;
  }

  *allocate(port: number): Procedure<AllocationError | undefined> {
    const error = yield* this.#ports.allocate(port);
    if (!error) this.#taken.push(port);
    return error;
  }

  *allocateNext(): Procedure<Allocated<number>> {
    const next = yield* this.#ports.allocateNext();
    if (next.ok) this.#taken.push(next.value);
    return next;
  }

  releaseDeferred(port: number): void {
    this.#toRelease.push(port);
  }

  commit(): Procedure<readonly AllocationError[]> {
    this.#open = false;
    return releaseAll(this.#ports, this.#toRelease);
  }

  finish(): Procedure<readonly AllocationError[]> {
    const left = this.#open ? this.#taken : [];
    this.#open = false;
    return releaseAll(this.#ports, left);
  }
}

function* releaseAll(
  ports: PortAllocator,
  list: readonly number[],
): Procedure<readonly AllocationError[]> {
  const errors: AllocationError[] = [];
  for (const port of list) {
    const error = yield* ports.release(port);
    if (error) errors.push(error);
  }
  return errors;
}

function dryRunOperation(ports: PortAllocator): PortOperation {
  const taken: number[] = [];
  const nothing = () => atOnce<readonly AllocationError[]>(() => []);
  return {
    allocate: (port) =>
      atOnce(() => {
        if (ports.has(port) || taken.includes(port)) {
          return { kind: 'ErrAllocated', message: PORT_ALLOCATED };
        }
        taken.push(port);
        return undefined;
      }),
    allocateNext: () =>
      atOnce(() => {
        const value = taken.length === 0 ? DRY_RUN_FIRST : Math.max(...taken) + 1;
        taken.push(value);
        return { ok: true, value };
      }),
    releaseDeferred: () => {},
    commit: nothing,
    finish: nothing,
  };
}
