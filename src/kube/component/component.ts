/**
 * A component of the control plane that is a client of API servers: what its command line becomes,
 * and what runs in its process.
 */
import type { Process, Program } from '#kernel';
import type { Route } from '../client/rpc-rest-client';
import type { Profile } from '../profile';
import type { ComponentFiles } from './component-files';
import type { ConfigForm, Configured } from './config-fields';
import type { FlagSpec } from './flag-spec';
import type { KnownGates } from './gate-flag';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string>>;

/** Which server a component talks to, and how. */
export interface ServerTarget {
  /** Name of the process; host and port where there is none. */
  readonly server: string;
  /** Other processes of the same address, that may listen there at another time. */
  readonly others?: readonly string[] | undefined;
  /** Host and port as its configuration has them. */
  readonly address?: string;
  readonly route?: Route;
  /** Whose name its requests have, where that is not its own. */
  readonly user?: string | undefined;
}

/** What its configuration leads to, and what is logged while it is read. */
export type FoundServer = {
  readonly lines: readonly { readonly level: 'warning' | 'error'; readonly message: string }[];
  /** What was read. */
  readonly source: string;
} & (
  | { readonly ok: true; readonly host: string; readonly target: ServerTarget }
  | { readonly ok: false; readonly message: string }
);

/** Reads --kubeconfig and --master. @returns undefined where nothing says which server it is. */
export type ServerAccess = (flags: {
  readonly kubeconfig: string;
  readonly master: string;
  /** Nothing but what a Pod is told counts. Upstream: InClusterConfig. */
  readonly inClusterOnly?: boolean;
}) => FoundServer | undefined;

/** What the process of a component is told beside its flags. */
export interface ComponentPlace {
  /** Name of the API server that it talks to, unless `access` says otherwise. */
  readonly server: string;
  /** Other API servers of the same address. */
  readonly others?: readonly string[] | undefined;
  /** Absent: it is taken that its kubeconfig points to `server`. */
  readonly access?: ServerAccess | undefined;
  readonly env: Environment;
  readonly profile: Profile;
}

/** The first instruction of a process. */
export type ComponentBoot = (process: Process, place: ComponentPlace) => Program;

/** The component would print the message and exit: the input is refused before the run. */
export type ParsedComponent =
  | {
      readonly ok: true;
      readonly boot: ComponentBoot;
      /** With what words it exits as soon as it starts; "" when it does not. */
      readonly fault: string;
    }
  | { readonly ok: false; readonly message: string };

/** A form of the start that is not that of the version. */
export type StartForm = 'pre-1.12';

/** What a process of a component is started with. */
export interface ComponentInput {
  readonly args: readonly string[];
  readonly profile: Profile;
  /** Undefined where the names of gates are taken as they are. */
  readonly gates?: KnownGates;
  readonly start?: StartForm;
  readonly files?: ComponentFiles;
  readonly configured?: Configured;
}

export interface ComponentKind {
  /** Name of the command. */
  readonly command: string;
  /** Of all versions. */
  readonly flags: readonly FlagSpec[];
  /** Of the fields of its `config`. */
  readonly config: ConfigForm;
  /** Of --secure-port, unless that says otherwise. */
  readonly port: number;
  parse(input: ComponentInput): ParsedComponent;
}
