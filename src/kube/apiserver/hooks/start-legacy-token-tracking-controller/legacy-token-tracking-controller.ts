/**
 * Notes in a ConfigMap since which day the use of old service account tokens is tracked.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller/legacytokentracking/controller.go
 * Acts as     legacy-token-tracking
 * Runs when   profile 1.26 and later; where its gate is off (1.26) it removes the ConfigMap
 * Blocks      nothing: it is done as soon as it has started
 * If it is slow, if it fails   the ConfigMap is written later
 * Reads       an informer of its own over this one ConfigMap
 * Writes      ConfigMap kube-apiserver-legacy-service-account-token-tracking (create, update,
 *             delete)
 * Simplified  nothing
 */
import { after, minutes, type SimDuration, type SimTime } from '#base';
import type { Procedure } from '#kernel';
import { CONFIG_MAPS } from '../../../api/resources';
import { formatTime } from '../../../api/timestamps';
import { SharedInformer } from '../../../client';
import { errorText, reasonOf } from '../../../client/rest-client';
import { gateEnabled } from '../../options';
import type { ConfigMap } from '../../registry/strategies/config-map';
import type { ServerContext } from '../../server-context';
import { InformedController } from '../informed-controller';

const NAMESPACE = 'kube-system';
export const TRACKING_CONFIG_MAP = 'kube-apiserver-legacy-service-account-token-tracking';
const KEY = `${NAMESPACE}/${TRACKING_CONFIG_MAP}`;
const DATA_KEY = 'since';
/** Between two creates by one server. Upstream: creationRatelimiter of NewController. */
const CREATE_EVERY = minutes(30);
const GATE = 'LegacyServiceAccountTokenTracking';
const UPSTREAM_NAME = 'legacy_token_tracking_controller';
const DATE = /^\d{4}-(\d{2})-(\d{2})$/;

/** Whether it is a day as Go writes 2006-01-02. */
export function isDate(text: string | undefined): boolean {
  const [, month, day] = DATE.exec(text ?? '') ?? [];
  if (month === undefined) return false;
  const [year] = (text ?? '').split('-').map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= days;
}

export class LegacyTokenTrackingController {
  readonly #server: ServerContext;
  readonly #informer: SharedInformer;
  readonly #controller: InformedController;
  #nextCreate: SimTime | undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    const actor = server.actor('legacy-token-tracking');
    const { process, loopback: client } = server;
    const fieldSelector = `metadata.name=${TRACKING_CONFIG_MAP}`;
    const parts = { process, actor: `${actor}/configmaps`, client, of: CONFIG_MAPS };
    this.#informer = new SharedInformer({ ...parts, namespace: NAMESPACE, fieldSelector });
    this.#controller = new InformedController({
      server,
      actor,
      says: { start: `Starting ${UPSTREAM_NAME}`, stop: `Shutting down ${UPSTREAM_NAME}` },
      caches: [this.#informer],
      workers: 1,
      onSynced: () => this.#controller.add(KEY),
      sync: () => this.sync(),
      failure: (key, error) => `Error while syncing ConfigMap "${key}": ${error}`,
    });
    const changed = () => this.#controller.add(KEY);
    this.#informer.addEventHandler({ onAdd: changed, onUpdate: changed, onDelete: changed });
  }

  start(): void {
    this.#controller.start();
    this.#informer.start();
    this.#server.stop.onClose(() => this.#informer.stop());
  }

  *sync(): Procedure<string | undefined> {
    const { options } = this.#server;
    const found = this.#informer.get(NAMESPACE, TRACKING_CONFIG_MAP) as ConfigMap | undefined;
    if (!gateEnabled(options.profile, options.featureGates, GATE)) {
      return found ? yield* this.#remove() : undefined;
    }
    if (!found) return yield* this.#create();
    if (isDate(found.data?.[DATA_KEY])) return undefined;
    return yield* this.#repair(found);
  }

  *#create(): Procedure<string | undefined> {
    const { process, loopback } = this.#server;
    const now = process.ownTime();
    if (this.#nextCreate !== undefined && now < this.#nextCreate) {
      const wait = (this.#nextCreate - now) as SimDuration;
      this.#controller.addAfter(KEY, 'create-again', wait);
      return undefined;
    }
    // A failed create does not count against the limit.
    const metadata = { namespace: NAMESPACE, name: TRACKING_CONFIG_MAP };
    const data = { [DATA_KEY]: this.#today() };
    const object: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
    const created = yield* loopback.create(CONFIG_MAPS, object);
    const there = created.ok || reasonOf(created) === 'AlreadyExists';
    if (!there) return errorText(created);
    this.#nextCreate = after(now, CREATE_EVERY);
    return undefined;
  }

  *#repair(found: ConfigMap): Procedure<string | undefined> {
    const { loopback } = this.#server;
    const data = { ...found.data, [DATA_KEY]: this.#today() };
    const updated = yield* loopback.update(CONFIG_MAPS, { ...found, data } as ConfigMap);
    const fine = updated.ok || ['NotFound', 'Conflict'].includes(reasonOf(updated));
    return fine ? undefined : errorText(updated);
  }

  *#remove(): Procedure<string | undefined> {
    const deleted = yield* this.#server.loopback.delete(
      CONFIG_MAPS,
      NAMESPACE,
      TRACKING_CONFIG_MAP,
    );
    return deleted.ok || reasonOf(deleted) === 'NotFound' ? undefined : errorText(deleted);
  }

  #today(): string {
    return formatTime(this.#server.process.wallMs()).slice(0, '2006-01-02'.length);
  }
}
