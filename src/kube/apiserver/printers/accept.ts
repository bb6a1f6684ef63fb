/**
 * Which form of an answer a client wants.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers
 *             (negotiation/negotiate.go, rest.go: AllowsMediaTypeTransform),
 *             github.com/munnerz/goautoneg, emicklei/go-restful curly.go (matchesAccept)
 * Simplified  bodies are JSON values whatever of the known types was asked for; q is read where it
 *             is a plain number
 */
import { META_GROUP } from '../../api/table';

/** Types that answers of built-in kinds come in, the first by default. */
const BUILT_IN = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
/** Those of custom resources. Source: customresource_handler.go, NegotiatedSerializer. */
const CUSTOM = BUILT_IN.slice(0, 2);

export interface Conversion {
  readonly kind: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  readonly version: 'v1' | 'v1beta1';
}

interface Clause {
  readonly type: string;
  readonly q: number;
  readonly params: Readonly<Record<string, string>>;
}

function clausesOf(header: string): readonly Clause[] {
  const clauses = header.split(',').map((text): Clause => {
    const [type, ...rest] = text.split(';').map((part) => part.trim());
    const params = Object.fromEntries(
      rest.map((part) => {
        const [key, value = ''] = part.split('=');
        return [key.trim(), value.trim()];
      }),
    );
    const q = params.q === undefined ? 1 : Number(params.q);
    return { type, q: Number.isNaN(q) ? 1 : q, params };
  });
  // A stable sort: of equals the first one is preferred.
  return clauses.sort((a, b) => b.q - a.q);
}

const fits = (type: string, known: string): boolean =>
  type === known || type === '*/*' || (type.endsWith('/*') && known.startsWith(type.slice(0, -1)));

/** What `as`, `v` and `g` ask for; undefined where they ask for nothing that there is. */
function conversionOf(
  { as = '', v = '', g = '' }: Clause['params'],
  type: string,
): Conversion | undefined {
  const version = v === 'v1' || v === 'v1beta1' ? v : undefined;
  if (g !== META_GROUP || !version) return undefined;
  if (as === 'Table') return type.endsWith('protobuf') ? undefined : { kind: as, version };
  const partial = as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList';
  return partial ? { kind: as, version } : undefined;
}

export type Accepted =
  | { readonly ok: true; readonly conversion: Conversion | undefined }
  /** `routed`: the types are known, their parameters are not. */
  | { readonly ok: false; readonly routed: boolean; readonly types: readonly string[] };

/** Upstream: NegotiateMediaTypeOptions. */
export function negotiate(header: string, custom: boolean): Accepted {
  const types = custom ? CUSTOM : BUILT_IN;
  if (header.trim() === '') return { ok: true, conversion: undefined };
  let routed = false;
  for (const { type, params } of clausesOf(header)) {
    for (const known of types) {
      if (!fits(type, known)) continue;
      routed = true;
      if (params.as === undefined) return { ok: true, conversion: undefined };
      const conversion = conversionOf(params, known);
      if (conversion) return { ok: true, conversion };
    }
  }
  return { ok: false, routed: routed || custom, types };
}
