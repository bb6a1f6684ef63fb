/**
 * Answers as tables, and as no more than metadata: what a client may ask for by its header Accept.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go
 *             (doTransformObject, asTable, asPartialObjectMetadata),
 *             pkg/printers/tablegenerator.go,
 *             staging/src/k8s.io/apiserver/pkg/registry/rest/table.go (defaultTableConvertor)
 * Simplified  descriptions of columns that upstream takes from the documentation of the fields are
 *             in our words
 */
import { ageOf, textAt } from '#base';
import type { KubeList, KubeObject, Status } from '../../api/objects';
import { parseQuery } from '../../api/query-string';
import { isStatus, newBadRequest, newNotAcceptable } from '../../api/status';
import type { PartialObjectMetadata, Table, TableRow } from '../../api/table';
import { META_GROUP } from '../../api/table';
import type { Profile } from '../../profile';
import type {
  Negotiated,
  PrinterParts,
  Transform,
  TransformSubject,
  Transforms,
} from '../registry/response-transform';
import { type Conversion, negotiate } from './accept';
import { ACCESS_TABLES } from './access';
import { column, NAME, nameOf, type TableKind } from './columns';
import { CORE_TABLES } from './core';
import { customTable } from './custom-columns';
import { flowTables } from './flow';
import { jobTables } from './jobs';
import { NETWORK_TABLES } from './network';
import { PODS, podConditions } from './pod';
import { storageTables } from './storage';
import { volumeTables } from './volumes';
import { SCALE, WORKLOAD_TABLES } from './workloads';

/** Of kinds without columns of their own. */
const DEFAULT: TableKind = {
  columns: [NAME, column('Created At', 'When the object was created', 'date')],
  cells: (object) => [nameOf(object), textAt(object, 'metadata', 'creationTimestamp')],
};

/** The tables of the kinds that are built in, by `resource.group`. */
export const builtInTables = (profile: Profile): Readonly<Record<string, TableKind>> => ({
  'pods.': PODS,
  ...CORE_TABLES,
  ...volumeTables(profile),
  ...WORKLOAD_TABLES,
  ...jobTables(profile),
  ...ACCESS_TABLES,
  ...NETWORK_TABLES,
  ...flowTables(profile),
  ...storageTables(profile),
});

const INCLUDE = ['None', 'Metadata', 'Object'];

export function responseTransforms({ profile, wallMs }: PrinterParts): Transforms {
  const tables = builtInTables(profile);
  const kindOf = ({ of, columns }: TransformSubject): TableKind => {
    if (columns) return customTable(columns);
    const key = `${of.resource}.${of.group}`;
    return Object.hasOwn(tables, key) ? tables[key] : DEFAULT;
  };
  return (subject) => {
    const accepted = negotiate(subject.accept, subject.columns !== undefined);
    if (!accepted.ok) return notAcceptable(accepted);
    const { conversion } = accepted;
    if (!conversion) return { ok: true, transform: undefined };
    if (conversion.kind !== 'Table') {
      return { ok: true, transform: (body) => partialOf(body, conversion) };
    }
    const include = parseQuery(subject.query).get('includeObject') ?? '';
    if (include !== '' && !INCLUDE.includes(include)) return badInclude(include);
    const asked = { version: conversion.version, include: include || 'Metadata' };
    return { ok: true, transform: tableMaker(kindOf(subject), asked, wallMs) };
  };
}

function notAcceptable(refusal: {
  readonly routed: boolean;
  readonly types: readonly string[];
}): Negotiated {
  const types = refusal.types.join(', ');
  if (refusal.routed) return { ok: false, status: newNotAcceptable(types) };
  const text = `406: Not Acceptable\n\nAvailable representations: ${types}`;
  return { ok: false, status: undefined, text };
}

/** Upstream: optionsForTransform, ValidateTableOptions. */
function badInclude(include: string): Negotiated {
  const expected = "must be 'Metadata', 'Object', 'None', or empty";
  const fault = `includeObject: Invalid value: ${JSON.stringify(include)}: ${expected}`;
  const message = `Unable to convert to Table as requested: ${fault}`;
  return { ok: false, status: newBadRequest(message) };
}

interface TableAsked {
  readonly version: string;
  readonly include: string;
}

const isList = (body: KubeObject | KubeList): body is KubeList =>
  Array.isArray((body as KubeList).items);

/** Columns are named once: the later events of a watch leave them out. */
function tableMaker(
  own: TableKind,
  { version, include }: TableAsked,
  wallMs: () => number,
): Transform {
  let named = false;
  const apiVersion = `${META_GROUP}/${version}`;
  return (body) => {
    if (isStatus(body)) return body;
    const kind = body.kind === 'Scale' ? SCALE : own;
    const items = isList(body) ? body.items : [body];
    const sorted = kind.order ? [...items].sort(kind.order) : items;
    const nowMs = wallMs();
    const age = (timestamp: unknown) => ageOf(timestamp, nowMs);
    const rows = sorted.map((object): TableRow => {
      const conditions = kind === PODS ? podConditions(object) : undefined;
      return {
        cells: kind.cells(object, age),
        ...(conditions ? { conditions } : {}),
        object: included(object, include, apiVersion),
      };
    });
    const columnDefinitions = named ? null : kind.columns;
    named = true;
    const table: Table = {
      kind: 'Table',
      apiVersion,
      metadata: isList(body) ? body.metadata : versionOnly(body),
      columnDefinitions,
      rows,
    };
    return table;
  };
}

function versionOnly({ metadata }: KubeObject): Table['metadata'] {
  const { resourceVersion } = metadata;
  return resourceVersion === undefined ? {} : { resourceVersion };
}

function included(object: KubeObject, include: string, apiVersion: string): TableRow['object'] {
  if (include === 'None') return null;
  return include === 'Object' ? object : partial(object, apiVersion);
}

const partial = ({ metadata }: KubeObject, apiVersion: string): PartialObjectMetadata => ({
  kind: 'PartialObjectMetadata',
  apiVersion,
  metadata,
});

/** Upstream: asPartialObjectMetadata, asPartialObjectMetadataList. */
function partialOf(body: KubeObject | KubeList | Status, { kind, version }: Conversion): object {
  if (isStatus(body)) return body;
  const apiVersion = `${META_GROUP}/${version}`;
  if (isList(body) !== (kind === 'PartialObjectMetadataList')) {
    const wanted = isList(body) ? 'list' : 'object';
    return newBadRequest(
      `you requested ${kind}, but the requested object is a ${wanted} (${body.kind})`,
    );
  }
  if (!isList(body)) return partial(body, apiVersion);
  const items = body.items.map((object) => partial(object, apiVersion));
  return { kind, apiVersion, metadata: body.metadata, items };
}
