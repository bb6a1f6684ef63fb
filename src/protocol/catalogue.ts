/**
 * What exists in the engine, as data. The worker sends it once; the page learns machines, verbs,
 * hooks and flags from it, so that a new one appears there without a change to the page.
 */

/** A text in both languages. Kubernetes' own words stay English in both. */
export interface LocalText {
  readonly en: string;
  readonly zh: string;
}

/** One way out of a state. */
export interface ChartTransition {
  /** The event's name, or `after <delay name>` for a timer. */
  readonly event: string;
  /** Dotted path of the state it leads to, from the machine's root. */
  readonly target: string;
  readonly guard?: string;
}

/** One state of a machine, with the states inside it. */
export interface ChartState {
  /** Dotted path from the root; what `state` records name in `from` and `to`. */
  readonly path: string;
  /** waiting, working, failing or done. */
  readonly tags: readonly string[];
  readonly initial?: string;
  readonly final?: boolean;
  readonly states: readonly ChartState[];
  readonly transitions: readonly ChartTransition[];
}

/** A machine as the chart shows it. */
export interface MachineDescription {
  /** What `state` records carry in `machine`. */
  readonly id: string;
  readonly purpose: LocalText;
  readonly upstream: {
    readonly version: string;
    readonly files: readonly string[];
    readonly symbol: string;
  };
  readonly simplified: readonly LocalText[];
  /** The part of the source-reading guides it belongs to. */
  readonly guide?: string;
  readonly root: ChartState;
}

export interface HookDescription {
  readonly name: string;
  readonly server: 'generic' | 'apiextensions' | 'kube-apiserver' | 'aggregator';
  readonly type: 'post-start' | 'pre-shutdown';
  readonly purpose: LocalText;
  /** What waits for it; what follows when it is slow, and when it fails. */
  readonly blocks: LocalText;
  readonly ifSlow: LocalText;
  readonly ifFails: LocalText;
  readonly simplified: readonly string[];
}

export interface StepDescription {
  readonly verb: string;
  readonly title: LocalText;
  /** What it takes: a process name, or a mapping of fields. */
  readonly takes: 'process' | 'mapping' | 'manifest' | 'text';
  /** Whether `for` can undo it. */
  readonly undoable: boolean;
  /** What to look at afterwards. */
  readonly lookAt: LocalText;
}

export interface InvariantDescription {
  readonly name: string;
  readonly states: LocalText;
}

export interface FlagDescription {
  readonly component: string;
  readonly name: string;
  /** As printed by the component's help; "" for none. */
  readonly default: string;
  readonly modelled: boolean;
}

export interface SwitchDescription {
  readonly name: string;
  readonly since: string;
  readonly until?: string;
  readonly source: string;
}

/** A type of object that kubectl can be asked for, in the version that discovery prefers. */
export interface ResourceDescription {
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Versions of Kubernetes that have it so. */
  readonly profiles: readonly string[];
}

export interface Catalogue {
  readonly behaviourVersion: number;
  readonly profiles: readonly string[];
  readonly machines: readonly MachineDescription[];
  readonly hooks: readonly HookDescription[];
  readonly steps: readonly StepDescription[];
  readonly invariants: readonly InvariantDescription[];
  readonly flags: readonly FlagDescription[];
  readonly switches: readonly SwitchDescription[];
  readonly resources: readonly ResourceDescription[];
}
