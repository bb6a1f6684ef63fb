/**
 * The scenario document after reading: checked, with the words of the contract (design of the
 * public interface: scenario, section 1). Durations and ranges stay Go duration text here; the
 * session turns them into µs when it compiles the document. This is also exactly what a share link
 * carries.
 */
import type { LocalText } from './catalogue';
import type { ExpectationSpec } from './expectation';

/** Behaviour profile of a scenario that names none. */
export const DEFAULT_PROFILE = '1.27';

export interface ApiServerSpec {
  readonly name: string;
  /** Go duration, or `never`. */
  readonly startAt?: string;
  readonly flags?: readonly string[];
  /** Its version, where that is not the scenario's. */
  readonly kubernetes?: string;
  /** A static pod manifest as text; instead of flags. */
  readonly manifest?: string;
}

/** Forms in which a controller manager starts, beside that of its version. */
export const START_FORMS = ['pre-1.12'] as const;
export type StartForm = (typeof START_FORMS)[number];

/** A component that is a client of API servers: a controller manager, a scheduler. */
export interface ComponentSpec {
  readonly name: string;
  /** Go duration, or `never`. */
  readonly startAt?: string;
  /** The API server that it talks to where no file says otherwise; it runs on the same machine. */
  readonly server?: string;
  readonly flags?: readonly string[];
  /** Its version, where that is not the scenario's. */
  readonly kubernetes?: string;
  /** Environment variables by name. */
  readonly env?: Readonly<Record<string, string>>;
  /** Texts of the files that its flags name, by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Fields of its configuration type, as a form of flags. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Of controller managers only; absent: as its version starts. */
  readonly start?: StartForm;
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

export interface EtcdDatum {
  readonly key: string;
  readonly value: unknown;
  readonly ttl?: string;
}

export interface LimitsSpec {
  readonly records?: number;
}

/** Lengths that are drawn where a scenario gives none. */
export const DEFAULT_LATENCIES = { network: '200us..800us', etcd: '1ms..4ms' } as const;

export interface EtcdSpec {
  readonly requestLatency?: string;
  readonly quotaBackendBytes?: string | number;
}

export interface NetworkSpec {
  readonly latency?: string;
  /** Share of messages that are lost, 0 to 1. */
  readonly loss?: number;
}

export interface ScenarioSpec {
  readonly seed?: number;
  readonly kubernetes?: string;
  readonly until: string;
  readonly epoch?: string;
  readonly trace?: 'auto' | 'full';
  readonly limits?: LimitsSpec;
  /** A Go duration or a range `a..b`. */
  readonly startDelay?: string;
  /** Whether what exits is started again, as the kubelet does with static Pods; else Never. */
  readonly restartPolicy?: 'Always' | 'Never';
  readonly etcd?: EtcdSpec;
  readonly network?: NetworkSpec;
  readonly apiServers?: readonly ApiServerSpec[];
  readonly controllerManagers?: readonly ComponentSpec[];
  readonly schedulers?: readonly ComponentSpec[];
  readonly objects?: readonly Readonly<Record<string, unknown>>[];
  readonly etcdData?: readonly EtcdDatum[];
  readonly timeline?: readonly TimelineStep[];
  readonly expect?: readonly ExpectationSpec[];
}

export interface ScenarioMetadata {
  readonly name: string;
  readonly title?: LocalText | string;
  readonly description?: LocalText | string;
}

export interface Scenario {
  readonly apiVersion: 'kube-orrery/v1';
  readonly kind: 'Scenario';
  readonly metadata: ScenarioMetadata;
  readonly spec: ScenarioSpec;
}
