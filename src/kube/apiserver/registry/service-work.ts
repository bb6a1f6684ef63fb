/** What one request about a Service works with. */
import type { Process, RandomStream } from '#kernel';
import type { ServiceAllocators } from '../allocators/service-allocators';

export const SERVICE_KIND = { group: '', kind: 'Service' };

export interface ServiceWorkParts {
  readonly process: Process;
  /** `<server>/apiserver`; writes log lines and decisions. */
  readonly actor: string;
  readonly allocators: ServiceAllocators;
}

export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
  /** Version of the stored Service that decisions are based on; "" for a new one. */
  readonly version: string;
}

export class ServiceWork {
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
  readonly allocators: ServiceAllocators;
  readonly #parts: ServiceWorkParts;
  readonly #version: string;
  readonly #order: RandomStream;

  constructor(parts: ServiceWorkParts, { namespace, name, dryRun, version }: ServiceTarget) {
    this.#parts = parts;
    this.allocators = parts.allocators;
    this.namespace = namespace;
    this.name = name;
    this.dryRun = dryRun;
    this.#version = version;
    this.#order = parts.process.random('apiserver/family-order');
  }

  /** Entries of a Go map come in any order; these are at most two. */
  anyOrder<T>(entries: readonly T[]): readonly T[] {
    return entries.length > 1 && this.#order.int(0, 1) === 1 ? [...entries].reverse() : entries;
  }

  decide(name: string, outcome: string, reason: string): void {
    const { process, actor } = this.#parts;
    const { namespace } = this;
    const service = { kind: 'Service', namespace, name: this.name };
    const saw = this.#version === '' ? [] : [{ ...service, resourceVersion: this.#version }];
    process.write('decision', actor, { name, outcome, reason, saw });
  }

  log(level: 'info' | 'error', message: string): void {
    this.#parts.process.log(this.#parts.actor, level, message);
  }
}
