/**
 * The Go types of the built-in kinds, field by field: what a body is decoded into, and how a
 * strategic merge patch merges its lists.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/api, apimachinery pkg/apis/meta/v1/types.go
 * Simplified  the fields of 1.33 in every profile; the Go names of texts of a type of their own are
 *             left out
 */
import { isBuiltIn } from '../api-groups';
import { DEFINITION_TYPES } from './definition-types';
import { GROUP_TYPES } from './group-types';
import { POD_TYPES } from './pod-types';
import { WORKLOAD_TYPES } from './workload-types';

/** How a field is patched. Source: the tags patchStrategy and patchMergeKey. */
export interface PatchRule {
  readonly strategy: 'merge' | 'replace';
  /** Of the items of a list of objects; absent for lists of plain values. */
  readonly mergeKey?: string;
  /** Fields that the patch does not name may be dropped by `$retainKeys`. */
  readonly retainKeys?: boolean;
}

export interface GoField {
  readonly name: string;
  readonly type: GoType;
  readonly patch: PatchRule | undefined;
}

export type GoType =
  | { readonly kind: 'string' | 'int32' | 'int64' | 'double' | 'boolean' | 'bytes' }
  | { readonly kind: 'time' | 'microTime' | 'intOrString' | 'quantity' | 'any' }
  | { readonly kind: 'list' | 'map'; readonly of: GoType }
  | { readonly kind: 'struct'; readonly name: string };

/**
 * A line is the name of a struct and its fields by type: `[Container:containers/name` is a list of
 * Containers that is merged by their names, `{s:labels` a map of texts, `?:paused` a bool.
 * After the slash stands the merge key, `=` where plain values are merged, `~` where the field is
 * replaced, and `!` where keys may be retained.
 */
const LETTERS: Readonly<Record<string, Exclude<GoType['kind'], 'list' | 'map' | 'struct'>>> = {
  s: 'string',
  i: 'int32',
  l: 'int64',
  n: 'double',
  '?': 'boolean',
  b: 'bytes',
  t: 'time',
  m: 'microTime',
  x: 'intOrString',
  q: 'quantity',
  '*': 'any',
};

function typeOf(text: string): GoType {
  if (text[0] === '[') return { kind: 'list', of: typeOf(text.slice(1)) };
  if (text[0] === '{') return { kind: 'map', of: typeOf(text.slice(1)) };
  const plain = LETTERS[text];
  return plain ? { kind: plain } : { kind: 'struct', name: text };
}

function patchOf(rule: string | undefined): PatchRule | undefined {
  if (!rule) return undefined;
  const retainKeys = rule.endsWith('!') ? { retainKeys: true } : {};
  const key = rule.replace('!', '');
  if (key === '~') return { strategy: 'replace' };
  if (key === '') return { strategy: 'merge', ...retainKeys };
  return key === '=' ? { strategy: 'merge' } : { strategy: 'merge', mergeKey: key, ...retainKeys };
}

type Fields = ReadonlyMap<string, GoField>;

function readFields(texts: readonly string[]): Fields {
  const fields = new Map<string, GoField>();
  for (const text of texts) {
    const [type, names] = text.split(':');
    for (const each of names.split(',')) {
      const [name, rule] = each.split('/');
      fields.set(name, { name, type: typeOf(type), patch: patchOf(rule) });
    }
  }
  return fields;
}

const TEXTS: ReadonlyMap<string, readonly string[]> = new Map(
  [POD_TYPES, WORKLOAD_TYPES, GROUP_TYPES, DEFINITION_TYPES].flatMap((table) =>
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [name, ...fields] = line.split(' ');
        return [name, fields] as const;
      }),
  ),
);

const read = new Map<string, Fields>();

/** The fields of a struct by name; undefined where its type is not known. */
export function fieldsOfType(name: string): Fields | undefined {
  const known = read.get(name);
  const texts = TEXTS.get(name);
  if (known || !texts) return known;
  const fields = readFields(texts);
  read.set(name, fields);
  return fields;
}

/** Kinds whose type is not called after them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'autoscaling/v1/HorizontalPodAutoscaler': 'HorizontalPodAutoscalerX',
};
/** Kinds of which several groups have one. */
const OF_SEVERAL: ReadonlySet<string> = new Set(['Event']);
const METADATA = 'ObjectMeta:metadata';

/**
 * The name of the type of a kind; undefined where it is not known. A part of another type may be
 * called as a kind is, but has no metadata; and what definitions bring has no type.
 */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  if (OF_SEVERAL.has(kind) || !isBuiltIn(group)) return undefined;
  const name = OTHER_NAMES[`${apiVersion}/${kind}`] ?? kind;
  return TEXTS.get(name)?.includes(METADATA) ? name : undefined;
}
