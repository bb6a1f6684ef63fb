/** The steps behind the tools for faults. */
import type { NewStep } from '../session/edit-scenario';

/** What can be set off, and what each needs to know. */
export type Fault =
  | { readonly kind: 'cut'; readonly process: string; readonly from: readonly string[] }
  | {
      readonly kind: 'slow-links';
      readonly process: string;
      readonly to: string;
      readonly add: string;
    }
  | { readonly kind: 'etcd-outage' }
  | { readonly kind: 'etcd-slow'; readonly latency: string }
  | { readonly kind: 'etcd-compact' | 'etcd-defrag' | 'etcd-disarm' }
  | {
      readonly kind: 'hook-fails';
      readonly process: string;
      readonly hook: string;
      readonly text: string;
    }
  | {
      readonly kind: 'hook-takes';
      readonly process: string;
      readonly hook: string;
      readonly takes: string;
    }
  | { readonly kind: 'halt'; readonly process: string; readonly verb: 'pause' | 'kill' }
  | { readonly kind: 'clock-rate'; readonly process: string; readonly rate: number }
  | { readonly kind: 'clock-jump'; readonly process: string; readonly offset: string }
  | { readonly kind: 'drop'; readonly key: string }
  | { readonly kind: 'put'; readonly key: string; readonly value: unknown };

/** How long a fault may last, as Go durations; '' until it is healed. */
export const LENGTHS = ['5s', '10s', '30s', ''] as const;

/** The step of a fault. @param lasts a Go duration, or '' until it is healed */
export function faultStep(fault: Fault, lasts: string): NewStep {
  const end = lasts === '' ? {} : { for: lasts };
  switch (fault.kind) {
    case 'cut':
      return { partition: { between: [fault.process], and: [...fault.from] }, ...end };
    case 'slow-links':
      return { delay: { between: [fault.process], and: [fault.to], add: fault.add }, ...end };
    case 'etcd-outage':
      return { etcd: { outage: true }, ...end };
    case 'etcd-slow':
      return { etcd: { latency: fault.latency }, ...end };
    case 'hook-fails':
      return { hook: { process: fault.process, name: fault.hook, fail: fault.text }, ...end };
    case 'hook-takes':
      return { hook: { process: fault.process, name: fault.hook, takes: fault.takes }, ...end };
    case 'halt':
      return { [fault.verb]: fault.process, ...end };
    case 'clock-rate':
      return { clock: { process: fault.process, rate: fault.rate }, ...end };
    case 'clock-jump':
      return { clock: { process: fault.process, offset: fault.offset }, ...end };
    // What these do stays done, so they take no end.
    case 'etcd-compact':
      return { etcd: { compact: true } };
    case 'etcd-defrag':
      return { etcd: { defrag: true } };
    case 'etcd-disarm':
      return { etcd: { disarm: true } };
    case 'drop':
      return { drop: { key: fault.key } };
    case 'put':
      return { put: { key: fault.key, value: fault.value } };
  }
}

/** Everyone that a process can be cut off from. */
export function othersOf(process: string, servers: readonly string[]): readonly string[] {
  return ['etcd', ...servers, 'kubectl'].filter((name) => name !== process);
}

/**
 * The hooks of `known` that a server of this run has. One that has not started yet is taken to have
 * those of the others; where none has started, nothing is known and all are left.
 */
export function hooksOfServer(
  known: readonly string[],
  actors: readonly string[],
  server: string,
): readonly string[] {
  const all = new Set(actors);
  const servers = [server, ...actors.filter((actor) => !actor.includes('/'))];
  for (const one of servers) {
    const own = known.filter((name) => all.has(`${one}/hooks/${name}`));
    if (own.length > 0) return own;
  }
  return known;
}

/** Without a kubectl that the run does not have. */
export function presentOf(names: readonly string[], actors: readonly string[]): readonly string[] {
  const has = actors.some((actor) => actor === 'kubectl' || actor.startsWith('kubectl/'));
  return has ? names : names.filter((name) => name !== 'kubectl');
}
