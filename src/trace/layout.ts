/** Where each field of each kind sits in a row. Derived once from `RECORD_FIELDS`. */
import { type FieldType, RECORD_FIELDS, RECORD_KINDS, type RecordKind } from './record';

export interface FieldPlace {
  readonly name: string;
  readonly type: FieldType;
  /** Slot 0 to 3 of the row, or place in the wide tuple. */
  readonly place: number;
  readonly wide: boolean;
}

export interface KindLayout {
  readonly kind: RecordKind;
  readonly number: number;
  /** All fields, those in slots first. */
  readonly fields: readonly FieldPlace[];
  readonly slotFields: readonly FieldPlace[];
  readonly wideFields: readonly FieldPlace[];
  /** The slot that points to the wide tuple; -1 for none. */
  readonly wideSlot: number;
  readonly wideCount: number;
}

function layoutOf(kind: RecordKind, number: number): KindLayout {
  const { slots, wide } = RECORD_FIELDS[kind];
  const place = (isWide: boolean) => (entry: [string, FieldType], index: number) => ({
    name: entry[0],
    type: entry[1],
    place: index,
    wide: isWide,
  });
  const slotFields = Object.entries(slots as Record<string, FieldType>).map(place(false));
  const wideFields = Object.entries(wide as Record<string, FieldType>).map(place(true));
  return {
    kind,
    number,
    fields: [...slotFields, ...wideFields],
    slotFields,
    wideFields,
    wideSlot: wideFields.length > 0 ? slotFields.length : -1,
    wideCount: wideFields.length,
  };
}

export const LAYOUTS: readonly KindLayout[] = RECORD_KINDS.map(layoutOf);
export const LAYOUT_OF = Object.fromEntries(
  LAYOUTS.map((layout) => [layout.kind, layout]),
) as unknown as Readonly<Record<RecordKind, KindLayout>>;
/** Number of a kind in the kind column. */
export const KIND_NUMBER = Object.fromEntries(
  RECORD_KINDS.map((kind, number) => [kind, number]),
) as unknown as Readonly<Record<RecordKind, number>>;

/** A field of a kind, found once by those who read it from many rows. */
export function placeOf(kind: RecordKind, name: string): FieldPlace {
  const place = LAYOUT_OF[kind].fields.find((field) => field.name === name);
  if (!place) throw new RangeError(`${kind} has no field ${name}`);
  return place;
}
