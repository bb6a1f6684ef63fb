/**
 * What the hooks and controllers inside an API server get. Everything here belongs to one life of
 * the process and dies with it.
 */
import type { Procedure, Process } from '#kernel';
import type { ApiResource, KubeObject } from '../api/objects';
import type { RestClient } from '../client/rest-client';
import type { InformerHandler } from '../client/shared-informer';
import type { Switches } from '../profile';
import type { AllocatorParts, ServiceAllocators } from './allocators/service-allocators';
import type { DiscoveryOptions } from './chain/discovery';
import type { GenericAPIServer } from './chain/generic-api-server';
import type { AvailabilityOptions } from './hooks/availability';
import type { BootstrapController } from './hooks/bootstrap-controller/bootstrap-controller';
import type { CollectorOptions } from './hooks/identity-lease/identity-lease-garbage-collector';
import type { AutoRegistration } from './hooks/kube-apiserver-autoregistration/auto-registration';
import type { LifecycleSignals, StopChannel } from './lifecycle-signals';
import type { OpenApiOptions } from './openapi';
import type { CompletedOptions } from './options/options';
import type { PrinterParts, Transforms } from './registry/response-transform';
import type { RestHandler } from './registry/rest-handler';
import type { RestHandlerOptions } from './registry/rest-handler-options';
import type { AllKindRules } from './registry/strategies/plain';
import type { ServiceRepair } from './repair/service-repair';
import type { StoredCodec } from './storage/plain-data';
import type { Storage } from './storage/storage';

/** A read-only view of one resource in the shared informers of this server. */
export interface ServerInformer {
  /** The first list has been taken in. */
  readonly hasSynced: boolean;
  /** What the cache holds; `namespace` is "" for resources without one. */
  get(namespace: string, name: string): KubeObject | undefined;
  /** Objects of the namespace ("" for all), in order of key. */
  list(namespace: string): readonly KubeObject[];
  /** One that comes late hears of every object in the cache as added. */
  addEventHandler(handler: InformerHandler): void;
}

/** The shared informers of the process, fed through its loopback client. */
export interface ServerInformers {
  /**
   * The informer of a resource, registered at the first asking. It lists and watches after `start`;
   * one that is registered later starts at the next `start`.
   */
  informerFor(of: ApiResource): ServerInformer;
  /** Starts every registered informer that does not run yet. They end when `stop` closes. */
  start(): void;
  /** `v1.Namespace` and the like of informers that were started and have not synced, in order. */
  notSynced(): readonly string[];
}

/** The part of the health checks that others may touch. */
export interface HealthInput {
  /**
   * Something that a check reads has changed: the endpoints are evaluated, changes are recorded.
   */
  changed(): void;
}

/** What must have happened before an unknown path is a plain 404. */
export type MuxSignal = 'CRDInformerHasNotSynced' | 'APIServiceRegistrationControllerInitiated';

/** Something of which a life has one, such as a controller that two hooks share. */
export interface ServerPart<T> {
  readonly name: string;
  readonly make: (server: ServerContext) => T;
}

type Start = (server: ServerContext) => void;
/** `done` is called once, with an error or without. */
type Ensure = (server: ServerContext, done: (error?: string) => void) => void;

/** What a server does that is not part of every script: see hooks/hook-bodies.ts. */
export interface HookBodies {
  /** The REST API of a server. */
  readonly restHandler: (options: RestHandlerOptions) => RestHandler;
  /** The rules of single kinds, or what stands for them where nobody makes such objects. */
  readonly kindRules: AllKindRules;
  /** How servers read what is stored. */
  readonly storedCodec: (kindRules: AllKindRules) => StoredCodec;
  /** Answers the paths of discovery. */
  readonly serveDiscovery: (server: GenericAPIServer, options: DiscoveryOptions) => void;
  /** What turns answers into tables; absent where no client asks for them. */
  readonly transforms?: ((parts: PrinterParts) => Transforms) | undefined;
  /** The OpenAPI document of a path; absent where no client asks for one. */
  readonly openApi?: ((options: OpenApiOptions, path: string) => object | undefined) | undefined;
  /** The Service ranges and node ports of a server. */
  readonly allocators: (parts: AllocatorParts) => ServiceAllocators;
  /** The one of a life. */
  readonly autoRegistration: (server: ServerContext) => AutoRegistration;
  /** The one of a life. */
  readonly bootstrapController: (server: ServerContext) => BootstrapController;
  /** The one of a life. */
  readonly serviceRepair: (server: ServerContext) => ServiceRepair;
  /** Makes sure of the bootstrap policy. */
  readonly bootstrapRoles: Ensure;
  /** Makes sure of the priority classes of the system. */
  readonly priorityClasses: Ensure;
  /** Makes sure of the flow schemas and priority levels that a server brings. */
  readonly flowControlEnsurer: Ensure;
  /** Keeps the default ServiceCIDR; `started` is called when it is there. */
  readonly serviceCIDR: (server: ServerContext, started: () => void) => void;
  readonly identityLeaseCollector: (options: CollectorOptions) => void;
  readonly availability: (server: ServerContext, options: AvailabilityOptions) => void;
  /** Controllers that a hook starts and does not wait for. */
  readonly controllers: {
    readonly clusterAuthenticationTrust: Start;
    readonly customResourceDefinitions: Start;
    readonly flowControlConfig: Start;
    readonly identityLease: Start;
    readonly legacyTokenTracking: Start;
    readonly systemNamespaces: Start;
  };
}

export interface ServerContext {
  readonly process: Process;
  /** Name of the process. */
  readonly name: string;
  readonly options: CompletedOptions;
  readonly switches: Switches;
  /** Client of this very server: user system:apiserver of system:masters, no network between. */
  readonly loopback: RestClient;
  /** The storage client that the registry uses. Do not destroy it. */
  readonly storage: Storage;
  readonly informers: ServerInformers;
  /** The Service ranges and node ports, as the registry uses them. */
  readonly allocators: ServiceAllocators;
  readonly health: HealthInput;
  readonly signals: LifecycleSignals;
  readonly hookBodies: HookBodies;
  /**
   * Closes when the HTTP server is told to stop: after NotAcceptingNewRequest, or after draining.
   */
  readonly stop: StopChannel;
  /** Path of an actor of this server: `actor('bootstrap-controller')`. */
  actor(name: string): string;
  /** The part of that description; made at the first asking. */
  part<T>(part: ServerPart<T>): T;
  /** One more etcd client; who asks for it destroys it. `actor` writes its requests. */
  openStorage(actor: string): Storage;
  /** Closes one of the signals that MuxAndDiscoveryComplete waits for. */
  closeMuxSignal(name: MuxSignal): void;
  /** Runs a procedure; `done` gets its value. It is dropped with the life. */
  run<T>(procedure: Procedure<T>, done?: (value: T) => void): void;
  /**
   * Logs `message` and ends the process with exit code 255, nothing cleaned up. Upstream:
   * klog.Fatal. The caller returns afterwards; it is not called back any more.
   */
  fatal(actor: string, message: string): void;
}

/** Exit code of a fatal log line. Source: klog, OsExit(255). */
export const EXIT_FATAL = 255;
