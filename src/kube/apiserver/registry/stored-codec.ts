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

/** What fills in objects, by kind and version. Most kinds have none. */
type Defaulters = ReadonlyMap<unknown, ReadonlyMap<unknown, SetDefaults>>;

/** How long Events live is no default. */
function defaulters(kindRules: AllKindRules): Defaulters {
  const all = new Map<string, Map<string, SetDefaults>>();
  for (const { of, setDefaults } of strategies({ eventTtlSeconds: 0, kindRules })) {
    if (setDefaults === DEFAULT_STRATEGY.setDefaults) continue;
    const versions = all.get(of.kind) ?? new Map<string, SetDefaults>();
    all.set(of.kind, versions.set(apiVersionOf(of), setDefaults));
  }
  return all;
}

function makeCodec(kindRules: AllKindRules): StoredCodec {
  const decoded = new WeakMap<KubeObject, KubeObject>();
  let all: Defaulters | undefined;
  const versionsOf = (value: KubeObject) => {
    all ??= defaulters(kindRules);
    return all.get(value.kind);
  };
  return {
    decode: (value) => {
      if (typeof value !== 'object' || value === null || !value.metadata) return value;
      // Kinds that no strategy knows stay as they are.
      const setDefaults = versionsOf(value)?.get(value.apiVersion);
      if (!setDefaults) return value;
      const known = decoded.get(value);
      if (known) return known;
      const filled = setDefaults(value);
      if (filled === value) return value;
      const made = sameData(filled, value) ? value : filled;
      decoded.set(value, made);
      return made;
    },
    encoded: (value) => {
      // Most have been filled in before, so that reading them changes nothing.
      const setDefaults = versionsOf(value)?.get(value.apiVersion);
      if (setDefaults && setDefaults(value) !== value) decoded.set(value, value);
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
