/**
 * What stands between an informer's cache and one handler: notifications that wait in order, and
 * when the handler wants to hear of everything again.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/shared_informer.go
 *             (processorListener, sharedProcessor, determineResyncPeriod)
 * Simplified  the goroutines of a listener take no time: its handler hears of a change at the very
 *             instant of the change, after the cache has it
 */
import { after, formatGoDuration, NO_DURATION, type SimDuration, type SimTime } from '#base';
import type { Process } from '#kernel';
import type { KubeObject } from '../api/objects';
import { RingGrowing } from './ring-growing';

/** Notifications for which a listener has room at first. Source: initialBufferSize. */
const INITIAL_BUFFER_SIZE = 1_024;

export interface InformerHandler {
  /** @param isInInitialList it is news to the handler, and not to the cluster */
  readonly onAdd?: (object: KubeObject, isInInitialList: boolean) => void;
  readonly onUpdate?: (old: KubeObject, object: KubeObject) => void;
  /** @param finalStateUnknown its end was not seen: the object is as it was last known */
  readonly onDelete?: (object: KubeObject, finalStateUnknown: boolean) => void;
}

export type Notification =
  | { readonly kind: 'add'; readonly object: KubeObject; readonly isInInitialList: boolean }
  | { readonly kind: 'update'; readonly old: KubeObject; readonly object: KubeObject }
  | { readonly kind: 'delete'; readonly object: KubeObject; readonly finalStateUnknown: boolean };

/** Tells who logs what an informer's process says. */
export interface ListenerPlace {
  readonly process: Process;
  readonly actor: string;
}

/** How often a handler hears of everything again, given how often the informer looks. */
export function determineResyncPeriod(
  { process, actor }: ListenerPlace,
  desired: SimDuration,
  check: SimDuration,
): SimDuration {
  if (desired === NO_DURATION) return desired;
  const given = `The specified resyncPeriod ${formatGoDuration(desired)}`;
  if (check === NO_DURATION) {
    const why = "because this shared informer doesn't support resyncing";
    process.log(actor, 'warning', `${given} is invalid ${why}`);
    return NO_DURATION;
  }
  if (desired >= check) return desired;
  const least = `the minimum resyncCheckPeriod ${formatGoDuration(check)}`;
  process.log(actor, 'warning', `${given} is being increased to ${least}`);
  return check;
}

export class ProcessorListener {
  readonly handler: InformerHandler;
  /** What was asked for, as far as the informer can give it. */
  readonly requestedResyncPeriod: SimDuration;
  #resyncPeriod: SimDuration;
  #nextResync: SimTime;
  readonly #pending = new RingGrowing<Notification>(INITIAL_BUFFER_SIZE);
  #initialLeft = 0;
  #running = false;

  constructor(
    handler: InformerHandler,
    requested: SimDuration,
    resyncPeriod: SimDuration,
    now: SimTime,
  ) {
    this.handler = handler;
    this.requestedResyncPeriod = requested;
    this.#resyncPeriod = resyncPeriod;
    this.#nextResync = after(now, resyncPeriod);
  }

  /** Every so often it hears of everything again; 0 for never. */
  get resyncPeriod(): SimDuration {
    return this.#resyncPeriod;
  }

  /** It has heard of all that it was told of as the first content. */
  get initialListHeard(): boolean {
    return this.#initialLeft === 0;
  }

  setResyncPeriod(period: SimDuration): void {
    this.#resyncPeriod = period;
  }

  shouldResync(now: SimTime): boolean {
    return this.#resyncPeriod !== NO_DURATION && now >= this.#nextResync;
  }

  determineNextResync(now: SimTime): void {
    this.#nextResync = after(now, this.#resyncPeriod);
  }

  add(notification: Notification): void {
    if (notification.kind === 'add' && notification.isInInitialList) this.#initialLeft += 1;
    this.#pending.writeOne(notification);
  }

  /** Hands over what waits, in order. */
  run(): void {
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#pending.readOne(); next; next = this.#pending.readOne()) this.#hand(next);
    this.#running = false;
  }

  #hand(notification: Notification): void {
    const { handler } = this;
    const { object } = notification;
    if (notification.kind === 'add') {
      const { isInInitialList } = notification;
      handler.onAdd?.(object, isInInitialList);
      if (isInInitialList) this.#initialLeft -= 1;
    } else if (notification.kind === 'update') handler.onUpdate?.(notification.old, object);
    else handler.onDelete?.(object, notification.finalStateUnknown);
  }
}

/** The listeners of one informer. */
export class SharedProcessor {
  readonly #place: ListenerPlace;
  /** Whether it hears of what has not changed: all do, until the informer looks who is due. */
  readonly #listeners = new Map<ProcessorListener, boolean>();

  constructor(place: ListenerPlace) {
    this.#place = place;
  }

  get listeners(): readonly ProcessorListener[] {
    return [...this.#listeners.keys()];
  }

  addListener(listener: ProcessorListener): void {
    this.#listeners.set(listener, true);
  }

  removeListener(listener: ProcessorListener): void {
    this.#listeners.delete(listener);
  }

  /** @param sync nothing has changed: only for those who are to hear of everything again. */
  distribute(notification: Notification, sync: boolean): void {
    for (const [listener, syncing] of this.#listeners) {
      if (!sync || syncing) listener.add(notification);
    }
  }

  run(): void {
    for (const listener of this.#listeners.keys()) listener.run();
  }

  /** Looks who is due, and sets their next time. @returns whether anybody is. */
  shouldResync(): boolean {
    const now = this.#place.process.ownTime();
    let needed = false;
    for (const listener of this.#listeners.keys()) {
      const due = listener.shouldResync(now);
      this.#listeners.set(listener, due);
      if (!due) continue;
      needed = true;
      listener.determineNextResync(now);
    }
    return needed;
  }

  resyncCheckPeriodChanged(check: SimDuration): void {
    for (const listener of this.#listeners.keys()) {
      const { requestedResyncPeriod: requested } = listener;
      listener.setResyncPeriod(determineResyncPeriod(this.#place, requested, check));
    }
  }
}
