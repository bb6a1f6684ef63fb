/**
 * Waits until objects that were deleted are gone, one after another: a get, then a list and a watch
 * of that name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (RunWait,
 *             IsDeleted), client-go tools/watch/until.go (UntilWithSync), informerwatcher.go
 * Acts as     kubectl/informer
 * Simplified  to wait for ever is no week
 */
import type { SimDuration } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import type { ApiResource, KubeObject, Status } from '../api/objects';
import { Reflector } from '../client/reflector';
import type { RestClient } from '../client/rest-client';
import { failureText, isNotFound } from './errors';

export interface Deleted {
  readonly of: ApiResource;
  readonly namespace: string;
  readonly name: string;
  /** As the answer to the delete had it; another one is another object. */
  readonly uid: string | undefined;
}

/** The uid that an answer to a delete tells: of the object, or of what the Status is about. */
export const uidOf = (answer: KubeObject | Status): string | undefined =>
  (answer as Status).details?.uid ?? (answer as KubeObject).metadata?.uid;

export interface WaitCall {
  readonly process: Process;
  readonly actor: string;
  readonly client: RestClient;
}

/**
 * @param timeout of all together; absent or 0: for ever
 * @returns what is said of an object that does not go; undefined once all are gone
 */
export function* waitDeleted(
  call: WaitCall,
  all: readonly Deleted[],
  timeout?: SimDuration,
): Procedure<string | undefined> {
  let over = false;
  let end = () => {};
  const expired = () => {
    over = true;
    end();
  };
  const timer = timeout ? call.process.timer(call.actor, 'wait', timeout, expired) : undefined;
  for (const each of all) {
    const failed = yield* oneDeleted(call, each, (stop) => {
      end = stop;
      if (over) stop();
    });
    if (failed !== undefined) {
      timer?.cancel();
      return failed;
    }
    if (over)
      return `error: timed out waiting for the condition on ${each.of.resource}/${each.name}`;
  }
  timer?.cancel();
  return undefined;
}

function* oneDeleted(
  { process, actor, client }: WaitCall,
  { of, namespace, name, uid }: Deleted,
  expires: (stop: () => void) => void,
): Procedure<string | undefined> {
  const got = yield* client.get(of, namespace, name);
  if (!got.ok) return isNotFound(got) ? undefined : failureText(got);
  if (uid !== undefined && got.object.metadata.uid !== uid) return undefined;
  return yield* perform<undefined>((resume) => {
    const stop = () => {
      reflector.stop();
      resume(undefined);
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
        added: () => {},
        updated: () => {},
        deleted: stop,
        replaced: (items) => {
          if (items.length === 0) stop();
        },
      },
    });
    reflector.start();
    expires(stop);
  });
}
