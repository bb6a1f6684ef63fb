/** What a line asks for, once it is read. Plain data: the same line gives the same command. */
import type { SimDuration } from '#base';
import type { DryRun } from './dry-run';
import type { PathNode } from './jsonpath-parse';
import type { ResourceType } from './types';

/** What a resource builder visits. Upstream: cli-runtime pkg/resource Builder. */
export interface Selection {
  /** "" for all namespaces. */
  readonly namespace: string;
  readonly targets: Targets;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface NamedTarget {
  readonly of: ResourceType;
  readonly name: string;
}

export type Targets =
  | {
      readonly kind: 'names';
      readonly items: readonly NamedTarget[];
      /** Whether the first error ends it (`TYPE NAME...`) or all are tried (`TYPE/NAME...`). */
      readonly eager: boolean;
    }
  | { readonly kind: 'lists'; readonly types: readonly ResourceType[] };

export type Output =
  | { readonly kind: 'table'; readonly wide: boolean }
  | { readonly kind: 'yaml' | 'json' | 'name' }
  | {
      readonly kind: 'jsonpath' | 'jsonpath-as-json' | 'custom-columns';
      readonly text: string;
    }
  | { readonly kind: 'unknown'; readonly text: string };

export type Subresource = '' | 'status' | 'scale';

export interface TableOptions {
  readonly noHeaders: boolean;
  readonly showLabels: boolean;
  readonly showKind: boolean;
  readonly labelColumns: readonly string[];
}

export interface GetCommand {
  readonly verb: 'get';
  readonly selection: Selection;
  readonly watch: 'no' | 'after' | 'only';
  readonly watchEvents: boolean;
  /** Most objects one answer may hold; 0 for no limit. */
  readonly chunkSize: number;
  /** "" for the objects themselves. */
  readonly subresource: Subresource;
  readonly ignoreNotFound: boolean;
  readonly output: Output;
  readonly table: TableOptions;
  /** The path of a field, as it was given; "" for none. */
  readonly sortBy: string;
}

export interface RawCommand {
  readonly verb: 'raw';
  readonly path: string;
}

export interface DescribeCommand {
  readonly verb: 'describe';
  readonly selection: Selection;
  readonly chunkSize: number;
  readonly showEvents: boolean;
}

export interface CreateCommand {
  readonly verb: 'create';
  readonly of: ResourceType;
  readonly object: Readonly<Record<string, unknown>>;
  /** The namespace was named. */
  readonly enforced: boolean;
  readonly output: '' | 'name' | 'yaml' | 'json';
  readonly dryRun: DryRun;
  /** The verb that makes it, as the server's records of who wrote what call it. */
  readonly act: 'create' | 'run';
}

export interface DeleteCommand {
  readonly verb: 'delete';
  readonly selection: Selection;
  readonly policy: 'Orphan' | 'Background' | 'Foreground';
  /** undefined: the kind's own. */
  readonly gracePeriod: number | undefined;
  readonly ignoreNotFound: boolean;
  readonly nameOnly: boolean;
  /** Said before anything else. */
  readonly warnings: readonly string[];
  /** Warn when something without a namespace is deleted though one was named. */
  readonly warnClusterScope: boolean;
  readonly dryRun: DryRun;
  /** Until the objects are gone. */
  readonly wait: boolean;
  /** Of the wait; undefined: for ever. */
  readonly timeout: SimDuration | undefined;
}

export interface EditMapCommand {
  readonly verb: 'label' | 'annotate';
  readonly selection: Selection;
  readonly set: Readonly<Record<string, string>>;
  readonly remove: readonly string[];
  readonly overwrite: boolean;
  readonly resourceVersion: string;
  readonly list: boolean;
  readonly dryRun: DryRun;
}

export interface PatchCommand {
  readonly verb: 'patch';
  readonly selection: Selection;
  readonly type: 'json' | 'merge' | 'strategic';
  /** Read, not checked: an object, or a list of operations. */
  readonly patch: object;
  readonly subresource: Subresource;
  readonly nameOnly: boolean;
  readonly dryRun: DryRun;
}

export interface ApiResourcesCommand {
  readonly verb: 'api-resources';
  readonly output: '' | 'wide' | 'name';
  readonly sortBy: '' | 'name' | 'kind';
  readonly noHeaders: boolean;
  /** undefined: whether or not. */
  readonly namespaced: boolean | undefined;
  /** undefined: any. */
  readonly group: string | undefined;
  readonly verbs: readonly string[];
  readonly categories: readonly string[];
}

export interface ApiVersionsCommand {
  readonly verb: 'api-versions';
}

export interface ClusterInfoCommand {
  readonly verb: 'cluster-info';
}

/** `auth can-i`: may I do it? Or, with `list`, what may I do? */
export interface CanICommand {
  readonly verb: 'can-i';
  readonly list: boolean;
  readonly action: string;
  /** A type that the server has; undefined where the word is none, or a path. */
  readonly of: ResourceType | undefined;
  /** The word for the type, or a path that begins with a slash. */
  readonly target: string;
  readonly name: string;
  readonly subresource: string;
  /** "" for all. */
  readonly namespace: string;
  readonly quiet: boolean;
  readonly noHeaders: boolean;
}

export interface ExplainCommand {
  readonly verb: 'explain';
  readonly of: ResourceType;
  /** Names of fields, from the object inwards. */
  readonly path: readonly string[];
  readonly recursive: boolean;
}

export interface ScaleCommand {
  readonly verb: 'scale';
  readonly selection: Selection;
  readonly replicas: number;
  /** What there must be before; undefined: anything. */
  readonly currentReplicas: number | undefined;
  readonly resourceVersion: string;
  readonly nameOnly: boolean;
}

/** `expose`: a Service for what a resource selects. Fields that are "" were not given. */
export interface ExposeCommand {
  readonly verb: 'expose';
  /** The type of Services. */
  readonly of: ResourceType;
  readonly selection: Selection;
  /** undefined: that of the object. */
  readonly selector: Readonly<Record<string, string>> | undefined;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly name: string;
  /** One number, or several with commas between. */
  readonly port: string;
  readonly targetPort: string;
  readonly protocol: string;
  readonly type: string;
  readonly clusterIp: string;
  readonly externalIp: string;
  readonly loadBalancerIp: string;
  readonly sessionAffinity: string;
  readonly nameOnly: boolean;
  readonly dryRun: DryRun;
}

export const ROLLOUT_ACTS = ['pause', 'restart', 'resume', 'status'] as const;

export interface RolloutCommand {
  readonly verb: 'rollout';
  readonly act: (typeof ROLLOUT_ACTS)[number];
  readonly selection: Selection;
  readonly nameOnly: boolean;
  /** Of `status`: until it is done. */
  readonly watch: boolean;
  /** Of `status`; undefined: for ever. */
  readonly timeout: SimDuration | undefined;
}

export interface WaitCommand {
  readonly verb: 'wait';
  readonly selection: Selection;
  readonly until:
    | { readonly kind: 'delete' }
    | { readonly kind: 'condition'; readonly type: string; readonly status: string }
    | { readonly kind: 'jsonpath'; readonly path: readonly PathNode[]; readonly value: string };
  /** 0: looks once; less: for ever. */
  readonly timeout: SimDuration | undefined;
  readonly nameOnly: boolean;
}

export interface VersionCommand {
  readonly verb: 'version';
  /** The server is not asked. */
  readonly clientOnly: boolean;
  /** "" for lines of words. */
  readonly output: '' | 'json' | 'yaml';
}

/** A line that reads a manifest from its standard input; a timeline has steps of its own for it. */
export interface ManifestCommand {
  readonly verb: 'manifest';
  readonly act: 'apply' | 'create' | 'replace' | 'delete';
  readonly namespace: string;
  /** The namespace was named, so that a manifest may not name another. */
  readonly enforced: boolean;
  readonly policy?: 'Orphan' | 'Background' | 'Foreground';
}

export type RequestingCommand =
  | GetCommand
  | RawCommand
  | DescribeCommand
  | CreateCommand
  | DeleteCommand
  | EditMapCommand
  | PatchCommand
  | ApiResourcesCommand
  | ApiVersionsCommand
  | ClusterInfoCommand
  | CanICommand
  | ScaleCommand
  | ExposeCommand
  | RolloutCommand
  | ExplainCommand
  | VersionCommand
  | WaitCommand;

export type Command = RequestingCommand | ManifestCommand;

/** A read line: the command and the server that it names, if it does. */
export interface ReadLine {
  readonly command: Command;
  /** Host of `--server`; undefined: the step's, or the first. */
  readonly server: string | undefined;
}

/** Whether it asks without changing anything. */
export const isReading = (command: Command): boolean =>
  command.verb === 'rollout' ? command.act === 'status' : READING.has(command.verb);

const READING: ReadonlySet<string> = new Set(
  'get raw describe version api-resources api-versions cluster-info can-i explain wait'.split(' '),
);
