/**
 * The scenario document after reading: checked, with the words of the contract (design of the public
 * interface: scenario, section 1). Durations and ranges stay Go duration text here; the session turns
 * them into µs when it compiles the document. This is also exactly what a share link carries.
 */
import type { LocalText } from './catalogue';

export interface ApiServerSpec {
  readonly name: string;
  /** Go duration, or `never`. */
  readonly startAt?: string;
  readonly flags?: readonly string[];
  /** A static pod manifest as text; instead of flags. */
  readonly manifest?: string;
}

/** A step: `at`, exactly one verb, and sometimes `for`, `server` and `user`. */
export interface TimelineStep {
  /** Go duration since the start. */
  readonly at: string;
  readonly for?: string;
  readonly server?: string;
  readonly user?: string;
  readonly [verb: string]: unknown;
}

export interface ExpectationSpec {
  readonly name?: string;
  readonly by?: string;
  readonly at?: string;
  readonly always?: boolean;
  readonly never?: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly object?: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace?: string;
    readonly name: string;
  };
  readonly jsonPath?: string;
  readonly equals?: unknown;
  readonly count?: number;
  readonly contains?: unknown;
  readonly matches?: string;
  readonly absent?: boolean;
  readonly event?: {
    readonly reason: string;
    readonly regarding?: { readonly kind?: string; readonly namespace?: string; readonly name?: string };
  };
  readonly leader?: { readonly lease: string; readonly is: string };
  readonly invariant?: string;
}

export interface EtcdDatum {
  readonly key: string;
  readonly value: unknown;
  readonly ttl?: string;
}

export interface ScenarioSpec {
  readonly seed?: number;
  readonly kubernetes?: string;
  readonly until: string;
  readonly epoch?: string;
  readonly trace?: 'auto' | 'full';
  readonly limits?: { readonly records?: number };
  /** A Go duration or a range `a..b`. */
  readonly startDelay?: string;
  readonly etcd?: { readonly requestLatency?: string; readonly quotaBackendBytes?: string | number };
  readonly network?: { readonly latency?: string; readonly loss?: number };
  readonly apiServers?: readonly ApiServerSpec[];
  readonly objects?: readonly Readonly<Record<string, unknown>>[];
  readonly etcdData?: readonly EtcdDatum[];
  readonly timeline?: readonly TimelineStep[];
  readonly expect?: readonly ExpectationSpec[];
}

export interface Scenario {
  readonly apiVersion: 'kube-orrery/v1';
  readonly kind: 'Scenario';
  readonly metadata: {
    readonly name: string;
    readonly title?: LocalText | string;
    readonly description?: LocalText | string;
  };
  readonly spec: ScenarioSpec;
}
