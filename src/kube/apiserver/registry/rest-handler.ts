/**
 * The REST API of one server: takes a request, finds the registry of its resource, answers.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers (get.go,
 *             create.go, update.go, delete.go, watch.go), installer.go
 * Simplified  bodies are JSON values, never text
 */
import { type IncomingCall, type Procedure, runProcedure } from '#kernel';
import { withBareItems } from '../../api/list-items';
import type { ApiResource, KubeList, KubeObject, Status } from '../../api/objects';
import { parseQuery } from '../../api/query-string';
import { PRIORITY_CLASSES } from '../../api/resources';
import { isStatus, newBadRequest, newMethodNotSupported, newTimeoutError } from '../../api/status';
import { NOT_FOUND } from '../chain/not-found';
import { unparsedVersion } from '../storage/resource-version';
import { IdentitySource } from './before-write';
import { CustomResources } from './custom-resources';
import { deleteCollection } from './delete-collection';
import { dryRunOf } from './dry-run';
import { getList, listCached, withoutPages } from './list';
import { type ListOptionsResult, parseListOptions } from './list-options';
import { makeStores } from './make-stores';
import type { Outcome } from './outcome';
import { refused } from './outcome';
import type { RegistryParts, RegistryStore } from './registry-store';
import { replyOutcome } from './reply';
import { bodyRefusal, deleteOptionsOf } from './request-body';
import { RequestDeadlines, timeLimit } from './request-deadlines';
import type { Transform } from './response-transform';
import type { RestHandlerOptions } from './rest-handler-options';
import {
  asPodBinding,
  decided,
  isBindings,
  SCALE,
  scale,
  subresourceKnown,
  type Target,
  writingOf,
} from './rest-verbs';
import { serveWatch } from './rest-watch';
import { createFrom, patchFrom, updateFrom } from './rest-writes';
import { answerReview, reviewOf } from './reviews';
import {
  NOBODY,
  noSuchPath,
  routerError,
  type Unrouted,
  unrouted,
  unroutedCreate,
  unroutedCustom,
} from './routes';
import { DEFAULT_WATCH_CACHE, StorageCaches } from './storage-caches';
import { type Poster, posters } from './subresources';

/** Verbs that answer with a list, which is in the words of its version already. */
const LISTING: ReadonlySet<string> = new Set(['list', 'deletecollection']);

const bareList: Transform = (list) => withBareItems(list as KubeList);

export class RestHandler {
  readonly #options: RestHandlerOptions;
  readonly #parts: RegistryParts;
  readonly #stores = new Map<string, RegistryStore[]>();
  readonly #custom: CustomResources | undefined;
  readonly #posters: ReadonlyMap<string, Poster>;
  readonly caches: StorageCaches;
  readonly #deadlines: RequestDeadlines;

  constructor(options: RestHandlerOptions) {
    const { process, storage, etcdPrefix, admission } = options;
    this.#options = options;
    this.#deadlines = new RequestDeadlines(process);
    this.#parts = {
      storage,
      etcdPrefix,
      admission,
      identity: new IdentitySource(process),
      wallMs: () => process.wallMs(),
      retryGenerateName: options.retryGenerateName,
    };
    const { definitions, watchCache = DEFAULT_WATCH_CACHE } = options;
    this.caches = new StorageCaches({ process, storage, etcdPrefix, ...watchCache });
    this.#custom = definitions && new CustomResources(definitions, this.#parts, this.caches);
    for (const store of makeStores(this.#parts, { ...options, caches: this.caches })) {
      const { resource } = store.of;
      this.#stores.set(resource, [...(this.#stores.get(resource) ?? []), store]);
    }
    const storeOf = (resource: string) =>
      this.storeOf({ group: '', version: 'v1', resource }) as RegistryStore;
    this.#posters = posters({ ...options.subresources, process, storeOf });
  }

  priorityClasses(): Procedure<readonly KubeObject[] | Status> {
    return listCached(this.storeOf(PRIORITY_CLASSES) as RegistryStore);
  }

  /** Whether a request is about a resource that is stored here. */
  serves(target: Pick<ApiResource, 'group' | 'version' | 'resource'>): boolean {
    return isBindings(target) || !!reviewOf(target) || this.storeOf(target) !== undefined;
  }

  /** The refusal of a resource that a version which is served does not have. */
  unknownResource(): Status {
    return noSuchPath();
  }

  /** Serves one request; its response and watch records are written by `actor`. */
  handle(given: IncomingCall): void {
    const bindings = isBindings(given.fields);
    const { fields } = given;
    const row = reviewOf(fields);
    const creates = row || bindings ? unroutedCreate(fields, row?.namespaced ?? true) : undefined;
    if (creates) {
      this.#answer(given, refused(creates));
      return;
    }
    if (row) {
      this.#answer(given, answerReview(given, row, this.#options.access));
      return;
    }
    const call = bindings ? asPodBinding(given) : given;
    const store = this.storeOf(call.fields);
    const wrong = store ? this.#unrouted(call, store) : NOBODY;
    if (!store || wrong === NOBODY) {
      this.#answerText(call, NOT_FOUND.status, 'NotFound', NOT_FOUND.body);
    } else if (wrong) {
      this.#answer(call, refused(wrong));
    } else {
      const old = this.#options.deprecation?.(store.of);
      if (old !== undefined) call.warn(old);
      if (call.accept === undefined) this.#begin(call, store, undefined);
      else this.#negotiate(call, store, call.accept);
    }
  }

  #unrouted({ fields }: IncomingCall, store: RegistryStore): Unrouted {
    const { resource, subresource } = fields;
    const posted = subresource !== '' && this.#posters.has(`${resource}/${subresource}`);
    const known = posted || subresourceKnown(store, subresource) ? { posted } : undefined;
    const { of, strategy } = store;
    const custom = strategy.printerColumns !== undefined;
    return custom ? unroutedCustom(fields, of, known) : unrouted(fields, of, known);
  }

  #begin(call: IncomingCall, store: RegistryStore, transform: Transform | undefined): void {
    if (call.fields.verb === 'watch') this.#watch(call, store, transform);
    else this.#serveInTime(call, store, transform);
  }

  /** Finds out in which form the answer is wanted. */
  #negotiate(call: IncomingCall, store: RegistryStore, accept: string): void {
    const { of, strategy } = store;
    const subject = { accept, query: call.fields.query, of };
    const found = this.#options.transforms?.({ ...subject, columns: strategy.printerColumns });
    if (!found || found.ok) this.#begin(call, store, found?.transform);
    else if (found.status) this.#answer(call, refused(found.status));
    else this.#answer(call, refused(routerError(406, found.text)));
  }

  #serveInTime(call: IncomingCall, store: RegistryStore, transform: Transform | undefined): void {
    const limit = timeLimit(call, this.#options.requestTimeout);
    if (limit === undefined) {
      this.#answer(call, refused(newBadRequest('invalid timeout specified in the request URL')));
      return;
    }
    let open = true;
    const settled = this.#deadlines.add(limit, () => {
      open = false;
      const message = 'request did not complete within the allotted timeout';
      this.#answer(call, refused(newTimeoutError(message, 0)));
    });
    runProcedure(this.#serve(call, store), (outcome) => {
      if (!open) return;
      settled();
      if (!LISTING.has(call.fields.verb)) {
        this.#answer(call, this.#worded(store, outcome), transform);
        return;
      }
      // Items of custom resources say their kind; so do those that are made into something else.
      const typed = !transform && store.strategy.printerColumns === undefined;
      this.#answer(call, outcome, typed ? bareList : transform);
    });
  }

  /**
   * What carries out a request. Neither this nor what it calls here is a procedure of its own:
   * every request passes, and each generator on the way costs.
   */
  #serve(call: IncomingCall, store: RegistryStore): Procedure<Outcome> {
    const { verb, name } = call.fields;
    const namespace = store.of.namespaced ? call.fields.namespace : '';
    const dryRun = dryRunOf(call);
    if (typeof dryRun !== 'boolean') return decided(refused(dryRun));
    const tooLong = bodyRefusal(call);
    if (tooLong) return decided(refused(tooLong));
    const writing = writingOf(call);
    if (isStatus(writing)) return decided(refused(writing));
    const { rules, user, warn } = writing;
    const target: Target = { namespace, dryRun, rules, user, warn };
    const { subresource } = call.fields;
    const post = subresource && this.#posters.get(`${store.of.resource}/${subresource}`);
    if (post) return post({ namespace, name, body: call.body, dryRun });
    if (subresource === SCALE) return scale(call, store, target);
    switch (verb) {
      case 'get':
        return this.#get(call, store, namespace);
      case 'list':
        return this.#list(call, store, namespace);
      case 'create':
        return createFrom(call, store, target);
      case 'update':
        return updateFrom(call, store, target);
      case 'patch':
        return patchFrom(call, store, target);
      case 'delete': {
        const options = deleteOptionsOf(call);
        if (isStatus(options)) return decided(refused(options));
        return store.delete({ name, options, ...target });
      }
      case 'deletecollection':
        return this.#deleteCollection(call, store, target);
      default:
    }
    return decided(refused(newMethodNotSupported(store.of, verb)));
  }

  #get({ fields }: IncomingCall, store: RegistryStore, namespace: string): Procedure<Outcome> {
    const version = fields.query === '' ? '' : parseQuery(fields.query).get('resourceVersion');
    return store.get(namespace, fields.name, version || undefined);
  }

  #parse({ fields }: IncomingCall, { strategy }: RegistryStore): ListOptionsResult {
    const { initialEvents } = this.#options.watchCache ?? DEFAULT_WATCH_CACHE;
    return parseListOptions(fields.query, strategy, {
      watch: fields.verb === 'watch',
      initialEvents,
    });
  }

  #list(call: IncomingCall, store: RegistryStore, namespace: string): Procedure<Outcome> {
    const parsed = this.#parse(call, store);
    if (!parsed.ok) return decided(parsed);
    const { pages = true } = this.#options;
    const options = pages ? parsed.options : withoutPages(parsed.options);
    return getList(store, store.storageOf({}), store.rangeOf(namespace, options.name), options);
  }

  #deleteCollection(call: IncomingCall, store: RegistryStore, target: Target): Procedure<Outcome> {
    const options = deleteOptionsOf(call);
    if (isStatus(options)) return decided(refused(options));
    const found = this.#list(call, store, target.namespace);
    return deleteCollection(store, found, { options, dryRun: target.dryRun });
  }

  #watch(call: IncomingCall, store: RegistryStore, transform: Transform | undefined): void {
    const { process, actor, minRequestTimeout } = this.#options;
    const parsed = this.#parse(call, store);
    if (!parsed.ok) {
      this.#answer(call, parsed);
      return;
    }
    const { options } = parsed;
    const unparsed = unparsedVersion(options.resourceVersion);
    if (unparsed) {
      this.#answer(call, refused(unparsed));
      return;
    }
    const namespace = store.of.namespaced ? call.fields.namespace : '';
    const key = store.rangeOf(namespace, options.name);
    const source = this.caches.watchesOf(store.of);
    const parts = { process, actor, store, source, key, minRequestTimeout, transform };
    serveWatch(parts, call, options);
  }

  /** The registry of a resource; undefined where none is stored. */
  storeOf(target: Pick<ApiResource, 'group' | 'version' | 'resource'>): RegistryStore | undefined {
    const { group, version, resource } = target;
    for (const store of this.#stores.get(resource) ?? []) {
      if (store.of.group === group && store.of.version === version) return store;
    }
    return this.#custom?.storeOf(target);
  }

  /** The object in the words of the request's version. */
  #worded({ strategy }: RegistryStore, outcome: Outcome): Outcome {
    const { fromStorage } = strategy;
    if (!fromStorage || !outcome.ok || outcome.body.kind === 'Status') return outcome;
    return { ...outcome, body: fromStorage(outcome.body as KubeObject) };
  }

  #answer(call: IncomingCall, outcome: Outcome, transform?: Transform): void {
    replyOutcome(call, this.#options.actor, outcome, transform);
  }

  /** Where nobody has the path the end of the chain answers, in plain text. */
  #answerText(call: IncomingCall, code: number, reason: string, body: string): void {
    call.reply(this.#options.actor, { code, reason, resourceVersion: 0, body });
  }
}
