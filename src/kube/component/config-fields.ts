/**
 * A component's configuration type as a form of flags: each field belongs to a flag, and to a field
 * without one a type and a default.
 *
 * Simplified  of a controller manager's fields only those of client and election are filled in with
 *             their defaults where they are given as zero or ""
 */
import { formatGoDuration, type InputFault, type SimDuration } from '#base';
import { type Profile, profileWithin } from '../profile';
import { type FlagSpec, presetOf } from './flag-spec';
import type { FlagType, FlagValue } from './flag-values';

/** A name in brackets: a list of structs of that name. */
export type FieldType = FlagType | `[]${string}`;
export type FieldValue = FlagValue | readonly Readonly<Record<string, unknown>>[];

/** Type of each field: one of flags, `any`, a struct or a list of one; and `first..` version. */
export type Structs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A row of a table of fields, in all versions. */
export interface ConfigRow {
  readonly path: string;
  /** Without its dashes. */
  readonly flag?: string;
  readonly type?: FieldType;
  readonly default?: string;
  readonly since?: Profile;
  readonly until?: Profile;
}

export interface ConfigForm {
  readonly kind: string;
  readonly rows: readonly ConfigRow[];
  /** Whether it is an `apiVersion` of the profile. */
  readonly hasVersion: (apiVersion: string, profile: Profile) => boolean;
  /** The version that a message names. */
  readonly apiVersion: string;
  /** Names are told apart by their case. */
  readonly exact: boolean;
  readonly flags: readonly FlagSpec[];
  /** Fields that are no pointers: given as zero or "" they get their default. */
  readonly zeroIsAbsent: readonly string[];
  /** Of the entries of its lists. */
  readonly structs: Structs;
}

/** What a configuration says: by flag, and by path where there is no flag. */
export interface Configured {
  readonly flags: ReadonlyMap<string, FlagValue>;
  readonly fields: ReadonlyMap<string, FieldValue>;
}

/** What is wrong with a field, by its path in the configuration. */
export interface ConfigFault extends InputFault {
  /** There is no such field. */
  readonly unknown: boolean;
  readonly value: unknown;
  /** Of the field that it is a value of. */
  readonly type?: string;
  /** That has the field, where it is an entry of a list or within one. */
  readonly struct?: string;
}

export type ReadConfig =
  | { readonly ok: true; readonly value: Configured }
  | { readonly ok: false; readonly faults: readonly [ConfigFault, ...ConfigFault[]] };

/** A field in one version. */
export interface ConfigField {
  readonly path: string;
  readonly flag: string | undefined;
  readonly type: FieldType;
  readonly default: FieldValue;
}

const ROW = /^(\S+)(?: --(\S+))?(?: ([A-Za-z0-9[\]]+)=(\S*))?(?: (\d\.\d+)?\.\.(\d\.\d+)?)?$/;

/** Reads a table: a path, `--flag` or `type=default` or both, and `first..last` versions. */
export function configRows(table: string): readonly ConfigRow[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const parts = ROW.exec(line.trim()) as RegExpExecArray;
      const [, path, flag, type, byDefault, since, until] = parts;
      const versions = { since: since as Profile, until: until as Profile };
      return { path, flag, type: type as FieldType, default: byDefault, ...versions };
    });
}

export const isList = (type: string): type is `[]${string}` => type.startsWith('[]');

const defaultOf = (type: FieldType, text: string): FieldValue =>
  isList(type) ? [] : (presetOf(type, text) ?? text);

export function configFields(form: ConfigForm, profile: Profile): readonly ConfigField[] {
  const rows = form.rows.filter(({ since, until }) => profileWithin(profile, since, until));
  return rows.map((row) => {
    const spec = form.flags.find(
      ({ name, since, until }) => name === row.flag && profileWithin(profile, since, until),
    );
    const type = spec?.type ?? row.type ?? 'string';
    const text = spec?.default ?? row.default ?? '';
    return { path: row.path, flag: spec?.name, type, default: defaultOf(type, text) };
  });
}

/** What encoding/json calls a value. */
export const goKind = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};

/** A value as JSON shows it. */
export const shown = (type: FieldType, value: FieldValue): unknown =>
  type === 'duration' ? formatGoDuration(value as SimDuration) : value;

/** The fields as a nested object, in the order of the table. */
export function configObject(
  fields: readonly ConfigField[],
  value: (field: ConfigField) => unknown,
): Record<string, unknown> {
  const top: Record<string, unknown> = {};
  for (const field of fields) {
    const names = field.path.split('.');
    let section = top;
    for (const name of names.slice(0, -1)) {
      section[name] ??= {};
      section = section[name] as Record<string, unknown>;
    }
    section[names[names.length - 1]] = value(field);
  }
  return top;
}
