/**
 * What an API server would answer at its health endpoints, line for line. The answer's record names
 * the checks that fail; all others pass. Pure.
 */
import type { HealthEndpoint, HealthView } from './select';

/** A line of the verbose answer. */
export interface CheckLine {
  readonly name: string;
  readonly ok: boolean;
}

export type Answer =
  /** Nobody is there to answer. */
  | { readonly kind: 'refused' }
  /** The process is stopped by a signal: the connection opens, and nothing comes. */
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'answer';
      readonly code: number;
      readonly lines: readonly CheckLine[];
      /** The last line. */
      readonly verdict: string;
    };

/** The checks before and after the boot sequence. Source: apiserver pkg/server/healthz.go. */
const BEFORE: Readonly<Record<HealthEndpoint, readonly string[]>> = {
  livez: ['ping', 'log', 'etcd'],
  healthz: ['ping', 'log', 'etcd'],
  readyz: ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync'],
};
const AFTER: Readonly<Record<HealthEndpoint, readonly string[]>> = {
  livez: [],
  healthz: [],
  readyz: ['shutdown'],
};

export function answerOf(view: HealthView, endpoint: HealthEndpoint): Answer {
  const { answers, boot, life } = view;
  const record = answers.get(endpoint);
  if (!record || !life.listens) return { kind: 'refused' };
  if (life.paused) return { kind: 'silent' };
  const failing = new Set(Array.isArray(record.failing) ? record.failing.map(String) : []);
  const named = [...BEFORE[endpoint], ...boot, ...AFTER[endpoint]];
  const unknown = [...failing].filter((name) => !named.includes(name));
  const lines = [...named, ...unknown].map((name) => ({ name, ok: !failing.has(name) }));
  const verdict = `${endpoint} check ${failing.size === 0 ? 'passed' : 'failed'}`;
  return { kind: 'answer', code: record.code, lines, verdict };
}

/** As the server prints it. */
export const printCheck = ({ name, ok }: CheckLine): string =>
  ok ? `[+]${name} ok` : `[-]${name} failed: reason withheld`;
