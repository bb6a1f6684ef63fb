/**
 * What Go's decoder makes of nulls, and of times that are written otherwise than it writes them.
 *
 * Upstream    Go encoding/json
 * Simplified  a null in a map is left out, but for texts; upstream has an empty value there
 */
import type { FieldType } from './decode-fields';
import { isWrittenTime, type TimeForm, writtenTime } from './go-time';

const isTime = (type: FieldType | undefined): type is { readonly kind: TimeForm } =>
  type?.kind === 'time' || type?.kind === 'microTime';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether decoding leaves the value as it is, which it mostly does: no nulls, nothing to add. */
function isDecoded(value: unknown, type: FieldType | undefined): boolean {
  if (Array.isArray(value)) {
    const of = type?.kind === 'list' ? type.of : undefined;
    for (const item of value) {
      if (item === null || item === undefined || !isDecoded(item, of)) return false;
    }
    return true;
  }
  if (!isFields(value)) return !isTime(type) || isWrittenTime(value as string, type.kind);
  const inner = type?.kind === 'struct' ? type.fields : {};
  const each = type?.kind === 'map' ? type.of : undefined;
  for (const field in value) {
    if (value[field] === null || !isDecoded(value[field], each ?? inner[field])) return false;
  }
  if (type?.kind !== 'struct' || type.always === undefined) return true;
  for (const field in type.always) if ((value[field] ?? null) === null) return false;
  return true;
}

/** The value as Go has it after decoding: what is null is not there, or is empty in a list. */
export function decodedValue(value: unknown, type: FieldType | undefined): unknown {
  if (isDecoded(value, type)) return value;
  if (Array.isArray(value)) {
    const of = type?.kind === 'list' ? type.of : undefined;
    return value.map((item) => decodedValue(item ?? zeroOf(of), of));
  }
  if (!isFields(value)) return isTime(type) ? writtenTime(value as string, type.kind) : value;
  const inner = type?.kind === 'struct' ? type.fields : {};
  const each = type?.kind === 'map' ? type.of : undefined;
  const entries = Object.entries(value).flatMap(([field, item]): [string, unknown][] => {
    if (item !== null) return [[field, decodedValue(item, each ?? inner[field])]];
    return type?.kind === 'texts' ? [[field, '']] : [];
  });
  const always = Object.entries((type?.kind === 'struct' && type.always) || {});
  const absent = always.filter(([field]) => (value[field] ?? null) === null);
  return Object.fromEntries([...entries, ...absent]);
}

function zeroOf(type: FieldType | undefined): unknown {
  switch (type?.kind) {
    case 'struct':
      return {};
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'list':
      return [];
    case 'any':
      return null;
    default:
      return '';
  }
}
