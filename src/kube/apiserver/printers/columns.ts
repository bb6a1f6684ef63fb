/** How the columns of a table are written down, and what a cell is made of. */
import { at, type Json, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import type { TableCell, TableColumn } from '../../api/table';

/** How old a timestamp is. */
export type AgeOf = (timestamp: Json) => string;

export interface TableKind {
  readonly columns: readonly TableColumn[];
  readonly cells: (object: KubeObject, ageOf: AgeOf) => readonly TableCell[];
  /** The order of the rows; absent where it is that of the list. */
  readonly order?: (a: KubeObject, b: KubeObject) => number;
}

export const NAME: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique in its namespace',
  priority: 0,
};

export function column(name: string, description: string, type = 'string'): TableColumn {
  return { name, type, format: '', description, priority: 0 };
}

export const AGE = column('Age', 'Time since the object was created');

/** A column that is shown with `-o wide`. */
export const wide = (name: string, description: string): TableColumn => ({
  ...column(name, description),
  priority: 1,
});

export const integer = (name: string, description: string): TableColumn =>
  column(name, description, 'integer');
export const boolean = (name: string, description: string): TableColumn =>
  column(name, description, 'boolean');

/** Names and images of the containers of a template. */
export const CONTAINERS: readonly TableColumn[] = [
  wide('Containers', 'Names of each container in the template.'),
  wide('Images', 'Images referenced by each container in the template.'),
];
export const SELECTOR = wide('Selector', 'Labels that select the Pods');

export const NONE = '<none>';
export const UNSET = '<unset>';
export const UNKNOWN = '<unknown>';

/** Text at a path, or what stands for none. */
export const orElse = (text: string, otherwise: string): string => (text === '' ? otherwise : text);

/** A number at a path; 0 where there is none, as Go has it. */
export const numberAt = (value: Json, ...path: readonly string[]): number =>
  Number(at(value, ...path) ?? 0);

export const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? '';

/** Text of a field that may be absent. */
export const optional = (value: Json, otherwise: string, ...path: readonly string[]): string =>
  at(value, ...path) === undefined ? otherwise : textAt(value, ...path);

/** Most entries of a list in a cell. */
const LIST_MAX = 3;

/** Upstream: listWithMoreString. */
export function listWithMore(list: readonly string[], otherwise: string): string {
  if (list.length === 0) return otherwise;
  const shown = list.slice(0, LIST_MAX).join(',');
  return list.length > LIST_MAX ? `${shown} + ${list.length - LIST_MAX} more...` : shown;
}
