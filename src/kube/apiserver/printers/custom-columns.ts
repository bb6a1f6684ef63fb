/**
 * The table of a custom resource, by the columns of its definition.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/registry/customresource/tableconvertor/tableconvertor.go
 */
import { type Json, parseTime } from '#base';
import { evaluate, jsonPathText, PathFault, type PathNode, parsePath } from '#console';
import type { KubeObject } from '../../api/objects';
import type { TableCell } from '../../api/table';
import type { PrinterColumn } from '../registry/strategy';
import { type AgeOf, column, NAME, nameOf, type TableKind } from './columns';

/** Of a definition that names no columns. */
const AGE_COLUMN: PrinterColumn = {
  name: 'Age',
  type: 'date',
  description: 'Time since the object was created',
  jsonPath: '.metadata.creationTimestamp',
};

/** Upstream: cellForJSONValue. */
function cellOf(type: string, value: Json, ageOf: AgeOf): TableCell {
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      if (typeof value !== 'string') return null;
      return parseTime(value) === undefined ? '<invalid>' : ageOf(value);
    default:
      return null;
  }
}

/** The path of a column; undefined where it cannot be read, and its cells are empty. */
function pathOf(jsonPath: string): readonly PathNode[] | undefined {
  try {
    return parsePath(jsonPath);
  } catch (fault) {
    if (fault instanceof PathFault) return undefined;
    throw fault;
  }
}

function cell(
  { type, jsonPath }: PrinterColumn,
  path: readonly PathNode[],
  object: KubeObject,
  ageOf: AgeOf,
): TableCell {
  try {
    const [value] = evaluate(path, object);
    if (value === undefined) return null;
    return type === 'string' ? jsonPathText(`{${jsonPath}}`, object) : cellOf(type, value, ageOf);
  } catch (fault) {
    if (fault instanceof PathFault) return null;
    throw fault;
  }
}

export function customTable(given: readonly PrinterColumn[]): TableKind {
  const own = (given.length === 0 ? [AGE_COLUMN] : given).map((each) => ({
    each,
    path: pathOf(each.jsonPath),
  }));
  const columns = own.map(
    ({ each: { name, type, format = '', description, priority = 0, jsonPath } }) => {
      const words =
        description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`;
      return { ...column(name, words, type), format, priority };
    },
  );
  return {
    columns: [NAME, ...columns],
    cells: (object, ageOf) => [
      nameOf(object),
      ...own.map(({ each, path }) => (path ? cell(each, path, object, ageOf) : null)),
    ],
  };
}
