/**
 * A client straight over storage. What is sent is stored as it is: nothing is checked, completed or
 * made by an update, as with the object tracker that upstream's own tests of these areas run
 * against. Storage, its failures and what a client hears of them are the product's.
 */
import type { Procedure } from '#kernel';
import {
  type ApiResource,
  etcdKeyOf,
  interpretFailure,
  type KubeObject,
  type RestClient,
  type RestResult,
  type Storage,
  type StorageResult,
} from '#kube';
import { Unsupported } from './adapter';

type Written = Procedure<RestResult<KubeObject>>;
type Verb = 'get' | 'create' | 'update' | 'delete';

export function bareClient(storage: Storage): RestClient {
  const keyOf = (of: ApiResource, { metadata }: KubeObject) =>
    etcdKeyOf(of, metadata.namespace ?? '', metadata.name ?? '');
  return {
    *get(of, namespace, name): Written {
      const found = yield* storage.get(etcdKeyOf(of, namespace, name), {});
      return result(found, 'get', of, name);
    },
    *create(of, object): Written {
      const created = yield* storage.create(keyOf(of, object), object);
      return result(created, 'create', of, object.metadata.name);
    },
    *update(of, object): Written {
      const written = yield* storage.guaranteedUpdate(keyOf(of, object), {
        ignoreNotFound: false,
        update: () => ({ kind: 'write', object }),
      });
      return result(written, 'update', of, object.metadata.name);
    },
    *delete(of, namespace, name): Written {
      const removed = yield* storage.delete(etcdKeyOf(of, namespace, name), {});
      return result(removed, 'delete', of, name);
    },
    updateSubresource: () => missing('update of a subresource'),
    patch: () => missing('patch'),
    applyStatus: () => missing('apply'),
    list: () => missing('list'),
    deleteCollection: () => missing('deletion of a collection'),
    watch: () => missing('watch'),
    raw: () => missing('a path outside the API'),
    getPath: () => missing('a path of the API'),
  };
}

function result(
  stored: StorageResult<KubeObject>,
  verb: Verb,
  of: ApiResource,
  name = '',
): RestResult<KubeObject> {
  if (stored.ok) {
    return { ok: true, code: verb === 'create' ? 201 : 200, object: stored.value, seq: 0 };
  }
  const { failure } = stored;
  if (failure.kind === 'refused') throw new Unsupported(`${verb}: refused below the client`);
  const status = interpretFailure(failure, { verb, of, name });
  return { ok: false, status, transport: undefined, seq: 0 };
}

function missing(what: string): never {
  throw new Unsupported(`${what}: the client of this area has none`);
}
