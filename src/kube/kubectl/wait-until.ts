/**
 * Waits until an object is gone or is as it should be: a list and a watch of its name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (RunWait,
 *             IsDeleted), client-go tools/watch/until.go (UntilWithSync), informerwatcher.go
 * Acts as     kubectl/informer
 * Simplified  to wait for ever is no week
 */
import type { SimDuration } from '#base';
import { type Procedure, type Process, perform, type Timer } from '#kernel';
import type { ApiResource, KubeObject, Status } from '../api/objects';
import { Reflector } from '../client/reflector';
import type { RestClient } from '../client/rest-client';
import { failureText, isNotFound } from './errors';

export interface WaitCall {
  readonly process: Process;
  readonly actor: string;
  readonly client: RestClient;
}

export interface Awaited {
  readonly of: ApiResource;
  readonly namespace: string;
  readonly name: string;
}

export interface Deleted extends Awaited {
  /** As the answer to the delete had it; another one is another object. */
  readonly uid: string | undefined;
}

/** The uid that an answer to a delete tells: of the object, or of what the Status is about. */
export const uidOf = (answer: KubeObject | Status): string | undefined =>
  (answer as Status).details?.uid ?? (answer as KubeObject).metadata?.uid;

/** How long all waits of a command may take together. */
export class Patience {
  readonly #timer: Timer | undefined;
  #over = false;
  #stop = () => {};

  /** @param length undefined, or less than nothing: for ever */
  constructor({ process, actor }: WaitCall, length: SimDuration | undefined) {
    const expired = () => {
      this.#over = true;
      this.#stop();
    };
    if (length !== undefined && length > 0) {
      this.#timer = process.timer(actor, 'wait', length, expired);
    }
  }

  get over(): boolean {
    return this.#over;
  }

  /** Hears of the end. */
  tells(stop: () => void): void {
    this.#stop = stop;
    if (this.#over) stop();
  }

  end(): void {
    if (!this.#over) this.#timer?.cancel();
  }
}

/** What an object is waited for. */
export interface Wish {
  /** Whether it is as it should be. */
  readonly met: (object: KubeObject) => boolean;
  /** Whether it should go. */
  readonly gone: boolean;
  /** What is said where there is none from the start; undefined: it is as it should be. */
  readonly missing: string | undefined;
}

/** @returns what is said of an object that is not as it should be in time */
export function* waitUntil(
  { process, actor, client }: WaitCall,
  { of, namespace, name }: Awaited,
  { met, gone, missing }: Wish,
  patience: Patience,
): Procedure<string | undefined> {
  const said = yield* perform<string | undefined>((resume) => {
    let open = true;
    let first = true;
    const stop = (text?: string) => {
      if (!open) return;
      open = false;
      reflector.stop();
      resume(text);
    };
    const seen = (object: KubeObject) => {
      if (met(object)) stop();
    };
    const reflector = new Reflector({
      process,
      actor: `${actor}/informer`,
      client,
      of,
      namespace,
      fieldSelector: `metadata.name=${name}`,
      name: 'k8s.io/client-go/tools/watch/informerwatcher.go:146',
      store: {
        added: seen,
        updated: seen,
        deleted: () => {
          if (gone) stop();
        },
        replaced: (items) => {
          if (items.length === 0 && (first || gone)) stop(missing);
          first = false;
          items.forEach(seen);
        },
      },
    });
    reflector.start();
    patience.tells(stop);
  });
  if (said !== undefined || !patience.over) return said;
  return `error: timed out waiting for the condition on ${of.resource}/${name}`;
}

const GONE: Wish = { met: () => false, gone: true, missing: undefined };

/** A get first: what is gone already, or is another object now, is not waited for. */
export function* waitDeleted(
  call: WaitCall,
  { uid, ...what }: Deleted,
  patience: Patience,
): Procedure<string | undefined> {
  const got = yield* call.client.get(what.of, what.namespace, what.name);
  if (!got.ok) return isNotFound(got) ? undefined : failureText(got);
  if (uid !== undefined && got.object.metadata.uid !== uid) return undefined;
  return yield* waitUntil(call, what, GONE, patience);
}

/** One after another. Upstream: WaitOptions.RunWait. */
export function* waitAllDeleted(
  call: WaitCall,
  all: readonly Deleted[],
  timeout?: SimDuration,
): Procedure<string | undefined> {
  const patience = new Patience(call, timeout);
  let failed: string | undefined;
  for (const each of all) {
    failed = yield* waitDeleted(call, each, patience);
    if (failed !== undefined) break;
  }
  patience.end();
  return failed;
}
