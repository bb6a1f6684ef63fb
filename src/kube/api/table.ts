/**
 * Objects as tables, and as no more than their metadata.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (Table,
 *             TableColumnDefinition, TableRow, TableOptions, PartialObjectMetadata)
 */
import type { KubeList, KubeObject, ObjectMeta } from './objects';

export interface TableColumn {
  readonly name: string;
  /** OpenAPI's: string, integer, number, boolean, date. */
  readonly type: string;
  /** `name` marks the column that has the object's name. */
  readonly format: string;
  readonly description: string;
  /** Above 0 it is left out where there is little room: kubectl shows it with `-o wide`. */
  readonly priority: number;
}

export type TableCell = string | number | boolean | null;

export interface TableRowCondition {
  readonly type: 'Completed';
  readonly status: 'True';
  readonly reason: string;
  readonly message: string;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly conditions?: readonly TableRowCondition[];
  readonly object: KubeObject | PartialObjectMetadata | null;
}

export interface Table {
  readonly kind: 'Table';
  readonly apiVersion: string;
  readonly metadata: KubeList['metadata'];
  /** null where the client knows them: after the first event of a watch. */
  readonly columnDefinitions: readonly TableColumn[] | null;
  readonly rows: readonly TableRow[];
}

export interface PartialObjectMetadata {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: string;
  readonly metadata: ObjectMeta;
}

export const META_GROUP = 'meta.k8s.io';

/** Whether an answer is one. */
export const isTable = (body: unknown): body is Table =>
  typeof body === 'object' && body !== null && (body as { kind?: unknown }).kind === 'Table';

/** The header of a client that prints tables. Source: kubectl get.go (transformRequests). */
export const TABLE_ACCEPT = [
  `application/json;as=Table;v=v1;g=${META_GROUP}`,
  `application/json;as=Table;v=v1beta1;g=${META_GROUP}`,
  'application/json',
].join(',');
