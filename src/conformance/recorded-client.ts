/**
 * The client seam of a case: passes requests on to a real client, keeps what was sent, and refuses
 * what the case says is refused.
 */
import type { Procedure } from '#kernel';
import {
  type ApiResource,
  type KubeObject,
  type RestClient,
  type RestResult,
  resourceOfKind,
  type Status,
} from '#kube';
import { Unsupported } from './adapter';
import { isObject, type Json, type JsonObject } from './case';
import { ObjectFact } from './facts';
import { isStatusReason, statusOfReason } from './status-reasons';

type Verb = 'get' | 'create' | 'update' | 'delete';

interface Sent {
  readonly verb: Verb;
  readonly object: KubeObject;
}

/** A refusal that the case injects. */
interface Fault {
  readonly verb: string;
  readonly kind: string;
  /** Absent: of every object. */
  readonly name: string | undefined;
  readonly reason: string;
}

/** `createEndpointsError: "AlreadyExists"`, or `{"NAME": "AlreadyExists"}` for one object. */
const FAULT = /^(get|create|update|delete)([A-Z][A-Za-z]*)Error$/;
export class RecordedClient {
  readonly #inner: RestClient;
  readonly #faults: readonly Fault[];
  readonly #sent: Sent[] = [];

  /** @param given of the case, with its faults. */
  constructor(inner: RestClient, given: JsonObject) {
    this.#inner = inner;
    this.#faults = Object.entries(given).flatMap(([key, value]) => faultsOf(key, value));
  }

  /** As the product sees it. */
  get client(): RestClient {
    const inner = this.#inner;
    return {
      get: (of, namespace, name) => this.#unless('get', of, name) ?? inner.get(of, namespace, name),
      list: (of, namespace, options) => inner.list(of, namespace, options),
      create: (of, object) => {
        this.#sent.push({ verb: 'create', object });
        return this.#unless('create', of, object.metadata.name) ?? inner.create(of, object);
      },
      update: (of, object) => {
        this.#sent.push({ verb: 'update', object });
        return this.#unless('update', of, object.metadata.name) ?? inner.update(of, object);
      },
      updateSubresource: (of, object, name) => inner.updateSubresource(of, object, name),
      patch: (of, namespace, name, body) => inner.patch(of, namespace, name, body),
      applyStatus: (of, object, manager) => inner.applyStatus(of, object, manager),
      delete: (of, namespace, name, options) => {
        const object = { kind: of.kind, metadata: { namespace, name } };
        this.#sent.push({ verb: 'delete', object });
        return this.#unless('delete', of, name) ?? inner.delete(of, namespace, name, options);
      },
      deleteCollection: (of, namespace, options) => inner.deleteCollection(of, namespace, options),
      watch: (of, namespace, options) => inner.watch(of, namespace, options),
      raw: (path) => inner.raw(path),
      getPath: (of, target) => inner.getPath(of, target),
    };
  }

  /** Bodies of the requests of a verb, in order, whether they were granted or not. */
  bodies(verb: Verb): readonly ObjectFact[] {
    return this.#objects(verb).map((object) => new ObjectFact(object));
  }

  /** Writes of a resource in order, as `create ipaddresses`. */
  writesOf({ kind, resource }: ApiResource): readonly string[] {
    const own = this.#sent.filter(({ object }) => object.kind === kind);
    return own.map(({ verb }) => `${verb} ${resource}`);
  }

  /** Names of the objects of a verb's requests, in order. */
  names(verb: Verb): readonly string[] {
    return this.#objects(verb).map(({ metadata }) => metadata.name ?? '');
  }

  #objects(verb: Verb): readonly KubeObject[] {
    return this.#sent.filter((each) => each.verb === verb).map(({ object }) => object);
  }

  #unless(verb: Verb, of: ApiResource, name = ''): Procedure<RestResult<never>> | undefined {
    const fault = this.#faults.find(
      (each) =>
        each.verb === verb &&
        each.kind === of.kind &&
        (each.name === undefined || each.name === name),
    );
    const status = fault && statusOfReason(fault.reason, of, name);
    return status && refusal(status);
  }
}

/** A request that is refused at once. */
// biome-ignore lint/correctness/useYield: the refusal is there at once
export function* refusal(status: Status): Procedure<RestResult<never>> {
  return { ok: false, status, transport: undefined, seq: 0 };
}

function faultsOf(key: string, value: Json): readonly Fault[] {
  const found = FAULT.exec(key);
  if (!found || value === null) return [];
  const [, verb, kind] = found;
  if (resourceOfKind(kind)?.kind !== kind) {
    throw new Unsupported(`given.${key}: no such kind as ${kind}`);
  }
  const entries = isObject(value) ? Object.entries(value) : [[undefined, value] as const];
  if (entries.length === 0) throw new Unsupported(`given.${key}: no object is named`);
  return entries.map(([name, reason]) => {
    if (typeof reason !== 'string' || !isStatusReason(reason)) {
      throw new Unsupported(`given.${key}: no such reason as ${JSON.stringify(reason)}`);
    }
    return { verb, kind, name, reason };
  });
}

/** The inputs of a case besides its faults. */
export const withoutFaults = (given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !FAULT.test(key)));
