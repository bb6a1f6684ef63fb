/**
 * Stored values as the API server has them: with the defaults of their version, whoever wrote them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/runtime/serializer/versioning
 *             (codec.Decode: the defaulter)
 * Simplified  what an API server has written is not defaulted again when it is read
 */
import type { KubeObject } from '../../api/objects';
import { apiVersionOf } from '../../api/resources';
import { type StoredCodec, sameData } from '../storage/plain-data';
import { strategies } from './strategies';
import type { AllKindRules } from './strategies/plain';
import { DEFAULT_STRATEGY, type Strategy } from './strategy';

type SetDefaults = Strategy['setDefaults'];

const typeText = (apiVersion: unknown, kind: unknown): string => `${apiVersion}/${kind}`;

/** What fills in the objects of a kind, by version and kind. How long Events live is no default. */
function defaulters(kindRules: AllKindRules): ReadonlyMap<string, SetDefaults> {
  return new Map(
    strategies({ eventTtlSeconds: 0, kindRules }).flatMap(({ of, setDefaults }) =>
      setDefaults === DEFAULT_STRATEGY.setDefaults
        ? []
        : [[typeText(apiVersionOf(of), of.kind), setDefaults] as const],
    ),
  );
}

/** Kinds that no strategy knows, and what is no object, stay as they are. */
function filled(value: KubeObject, all: ReadonlyMap<string, SetDefaults>): KubeObject {
  const setDefaults = all.get(typeText(value?.apiVersion, value?.kind));
  if (!setDefaults || !value.metadata) return value;
  const made = setDefaults(value);
  return sameData(made, value) ? value : made;
}

function makeCodec(kindRules: AllKindRules): StoredCodec {
  const decoded = new WeakMap<KubeObject, KubeObject>();
  let all: ReadonlyMap<string, SetDefaults> | undefined;
  return {
    decode: (value) => {
      if (typeof value !== 'object' || value === null) return value;
      const known = decoded.get(value);
      if (known) return known;
      all ??= defaulters(kindRules);
      const made = filled(value, all);
      decoded.set(value, made);
      return made;
    },
    encoded: (value) => {
      decoded.set(value, value);
    },
  };
}

const codecs = new WeakMap<AllKindRules, StoredCodec>();

/** One for all servers with these rules, as the values are: each is decoded once. */
export function storedCodec(kindRules: AllKindRules): StoredCodec {
  const codec = codecs.get(kindRules) ?? makeCodec(kindRules);
  codecs.set(kindRules, codec);
  return codec;
}
