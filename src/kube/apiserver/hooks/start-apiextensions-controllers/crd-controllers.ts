/**
 * The controllers that write the conditions of CustomResourceDefinitions: who gives the names, who
 * says that a definition is in force, who tells whether its group is approved, and who clears up
 * before it goes.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver pkg/controller
 *             (status/naming_controller.go, establish/establishing_controller.go,
 *             apiapproval/apiapproval_controller.go, finalizer/crd_finalizer.go),
 *             pkg/apiserver/customresource_handler.go (updateCustomResourceDefinition)
 * Acts as     crd-naming, crd-establishing, crd-api-approval, crd-finalizer
 * Wakes on    CustomResourceDefinitions
 * Reads       their informer
 * Writes      their status: NamesAccepted, Established, KubernetesAPIApprovalPolicyConformant,
 *             Terminating
 * Simplified  custom resources are deleted one by one, and looked at once afterwards, not for a
 *             minute; the condition NonStructuralSchema is none that a v1 definition can get
 */
import { NO_DURATION, type SimDuration, seconds } from '#base';
import type { Procedure } from '#kernel';
import { type CrdNames, crdSpec } from '../../../api/crd-spec';
import { customResource } from '../../../api/custom-resource';
import { semanticDeepEqual } from '../../../api/equality';
import { nameOf, versionOf, withMeta } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import { CRDS } from '../../../api/resources';
import { formatTime } from '../../../api/timestamps';
import type { SharedInformer } from '../../../client';
import { errorText, type RestResult, reasonOf } from '../../../client/rest-client';
import { CRD_FINALIZER, TERMINATING } from '../../registry/crd-store';
import {
  APPROVED_ANNOTATION,
  acceptNames,
  apiApproval,
  type CrdCondition,
  conditionTrue,
  crdCondition,
  crdStatus,
  ESTABLISHED,
  findCondition,
  NAMES_ACCEPTED,
  type TakenNames,
  withCondition,
} from '../../registry/strategies/crd-conditions';
import type { ServerContext } from '../../server-context';
import { crdInformerPart } from '../aggregator-informers';
import { InformedController } from '../informed-controller';

/** How long a definition is Installing where there are several servers. */
const HA_DELAY = seconds(5);

type Synced = Procedure<string | undefined>;

/** Why a write has to come again. Who was overtaken is called again by what overtook it. */
function failureOf(result: RestResult<unknown>): string | undefined {
  const done = result.ok || ['NotFound', 'Conflict'].includes(reasonOf(result));
  return done ? undefined : errorText(result);
}

const sameWords = (a: CrdCondition, b: CrdCondition | undefined): boolean =>
  a.status === b?.status && a.reason === b.reason && a.message === b.message;

export class CrdControllers {
  readonly #server: ServerContext;
  readonly #informer: SharedInformer;
  /** What the naming controller wrote last, as the informer may be behind. */
  readonly #written = new Map<string, KubeObject>();
  /** The annotation that was last written of. */
  readonly #approved = new Map<string, string>();

  constructor(server: ServerContext) {
    this.#server = server;
    this.#informer = server.part(crdInformerPart);
  }

  start(): void {
    this.#startNaming();
    this.#startEstablishing();
    this.#startApproval();
    this.#startFinalizer();
  }

  #startNaming(): void {
    const controller = this.#controller('crd-naming', 'NamingConditionController', 1, (name) =>
      this.#giveNames(name, (other) => controller.add(other)),
    );
    const changed = (crd: KubeObject) => controller.add(nameOf(crd));
    this.#informer.addEventHandler({ onAdd: changed, onUpdate: changed, onDelete: changed });
    controller.start();
  }

  #startEstablishing(): void {
    const { options } = this.#server;
    const wait: SimDuration = options.apiServerCount > 1 ? HA_DELAY : NO_DURATION;
    const sync = (name: string) => this.#establish(name);
    const controller = this.#controller('crd-establishing', 'EstablishingController', 1, sync);
    const onUpdate = (_old: KubeObject, crd: KubeObject) => {
      if (!isInstalling(crd)) return;
      if (wait === NO_DURATION) controller.add(nameOf(crd));
      else controller.addAfter(nameOf(crd), 'installing', wait);
    };
    this.#informer.addEventHandler({ onUpdate });
    controller.start();
  }

  #startApproval(): void {
    const says = 'KubernetesAPIApprovalPolicyConformantConditionController';
    const controller = this.#controller('crd-api-approval', says, WORKERS, (name) =>
      this.#approve(name),
    );
    const changed = (crd: KubeObject) => controller.add(nameOf(crd));
    const onDelete = (crd: KubeObject) => {
      this.#approved.delete(nameOf(crd));
    };
    this.#informer.addEventHandler({ onAdd: changed, onUpdate: changed, onDelete });
    controller.start();
  }

  #startFinalizer(): void {
    const controller = this.#controller('crd-finalizer', 'CRDFinalizer', WORKERS, (name) =>
      this.#clearUp(name),
    );
    const onAdd = (crd: KubeObject) => {
      if (isGoing(crd)) controller.add(nameOf(crd));
    };
    const onUpdate = (old: KubeObject, crd: KubeObject) => {
      if (isGoing(crd) && !semanticDeepEqual(bare(old), bare(crd))) controller.add(nameOf(crd));
    };
    this.#informer.addEventHandler({ onAdd, onUpdate });
    controller.start();
  }

  #controller(actor: string, name: string, workers: number, sync: (key: string) => Synced) {
    return new InformedController({
      server: this.#server,
      actor: this.#server.actor(actor),
      says: { start: `Starting ${name}`, stop: `Shutting down ${name}` },
      caches: [this.#informer],
      workers,
      onSynced: () => {},
      sync,
      failure: (key, error) => `${key} failed with: ${error}`,
    });
  }

  #now(): string {
    return formatTime(this.#server.process.wallMs());
  }

  #write(crd: KubeObject) {
    return this.#server.loopback.updateSubresource(CRDS, crd, 'status');
  }

  *#giveNames(name: string, requeue: (name: string) => void): Synced {
    const group = name.slice(name.indexOf('.') + 1);
    const others = () => {
      for (const crd of this.#informer.list('')) {
        if (crdSpec(crd).group === group && nameOf(crd) !== name) requeue(nameOf(crd));
      }
    };
    const crd = this.#informer.get('', name);
    if (!crd) {
      this.#written.delete(name);
      others();
      return undefined;
    }
    const { acceptedNames: had } = crdStatus(crd);
    if (semanticDeepEqual(crdSpec(crd).names, had)) return undefined;
    const { names, accepted, established } = acceptNames(crd, this.#taken(group));
    const same = sameWords(accepted, findCondition(crd, NAMES_ACCEPTED));
    if (same && semanticDeepEqual(names, had)) return undefined;
    const now = this.#now();
    const named = { ...crd, status: { ...crdStatus(crd), acceptedNames: names } };
    const next = withCondition(withCondition(named, accepted, now), established, now);
    const result = yield* this.#write(next);
    if (!result.ok) return failureOf(result);
    this.#written.set(name, result.object);
    others();
    return undefined;
  }

  #taken(group: string): TakenNames {
    const resources = new Set<string>();
    const kinds = new Set<string>();
    const add = (set: Set<string>, ...names: readonly (string | undefined)[]) => {
      for (const name of names) set.add(name ?? '');
    };
    for (const crd of this.#informer.list('')) {
      if (crdSpec(crd).group !== group) continue;
      const written = this.#written.get(nameOf(crd));
      const latest = written && versionOf(written) > versionOf(crd) ? written : crd;
      const names: CrdNames = crdStatus(latest).acceptedNames ?? {};
      add(resources, names.plural, names.singular, ...(names.shortNames ?? []));
      add(kinds, names.kind, names.listKind);
    }
    return { resources, kinds };
  }

  *#establish(name: string): Synced {
    const crd = this.#informer.get('', name);
    if (!crd || !isInstalling(crd)) return undefined;
    return failureOf(yield* this.#write(withCondition(crd, IN_FORCE, this.#now())));
  }

  *#approve(name: string): Synced {
    const crd = this.#informer.get('', name);
    const text = crd?.metadata.annotations?.[APPROVED_ANNOTATION] ?? '';
    if (!crd || this.#approved.get(name) === text) return undefined;
    const condition = apiApproval(crd);
    if (!condition || sameWords(condition, findCondition(crd, condition.type))) return undefined;
    const result = yield* this.#write(withCondition(crd, condition, this.#now()));
    if (result.ok) this.#approved.set(name, text);
    return failureOf(result);
  }

  /** Upstream: deleteInstances. @returns why some are left. */
  *#deleteInstances(crd: KubeObject): Synced {
    const { loopback } = this.#server;
    const version = crdSpec(crd).versions?.find(({ storage }) => storage)?.name ?? '';
    const of = customResource(crd, version)?.of;
    if (!of) return undefined;
    const found = yield* loopback.list(of, '');
    if (!found.ok) return failureOf(found);
    for (const { metadata } of found.object.items) {
      const { namespace = '', name = '' } = metadata;
      const deleted = yield* loopback.delete(of, namespace, name);
      if (!deleted.ok && failureOf(deleted) !== undefined) return failureOf(deleted);
    }
    const left = yield* loopback.list(of, '');
    if (!left.ok) return failureOf(left);
    return left.object.items.length === 0 ? undefined : STILL_THERE;
  }

  *#clearUp(name: string): Synced {
    const crd = this.#informer.get('', name);
    if (!crd || !isGoing(crd)) return undefined;
    const begun = yield* this.#write(withCondition(crd, CLEARING_UP, this.#now()));
    if (!begun.ok) return failureOf(begun);
    const was = conditionTrue(begun.object, ESTABLISHED);
    const stuck = was ? yield* this.#deleteInstances(begun.object) : undefined;
    if (stuck !== undefined) return stuck;
    const ended = withCondition(begun.object, was ? CLEARED_UP : NEVER_USED, this.#now());
    const left = (ended.metadata.finalizers ?? []).filter((each) => each !== CRD_FINALIZER);
    return failureOf(yield* this.#write(withMeta(ended, { finalizers: left })));
  }
}

/** Of those controllers that have several. */
const WORKERS = 5;

const STILL_THERE =
  'could not confirm zero CustomResources remaining: timed out waiting for the condition';
const IN_FORCE = crdCondition(
  ESTABLISHED,
  'True',
  'InitialNamesAccepted',
  'the initial names have been accepted',
);
const CLEARING_UP = crdCondition(
  TERMINATING,
  'True',
  'InstanceDeletionInProgress',
  'CustomResource deletion is in progress',
);
const CLEARED_UP = crdCondition(
  TERMINATING,
  'False',
  'InstanceDeletionCompleted',
  'removed all instances',
);
const NEVER_USED = crdCondition(
  TERMINATING,
  'False',
  'NeverEstablished',
  'resource was never established',
);

const isInstalling = (crd: KubeObject): boolean =>
  conditionTrue(crd, NAMES_ACCEPTED) && !conditionTrue(crd, ESTABLISHED);

const isGoing = ({ metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(CRD_FINALIZER);

/** Without its version and without what the finalizer's controller says itself. */
function bare(crd: KubeObject): KubeObject {
  const conditions = crdStatus(crd).conditions?.filter(({ type }) => type !== TERMINATING);
  const status = { ...crdStatus(crd), conditions };
  return { ...withMeta(crd, { resourceVersion: undefined }), status };
}
