import { describe, expect, it, test } from 'vitest';
import type { ResourceType } from '#console';
import type { Table, TableColumn } from '../api/table';
import { compareNatural, sortedBy, sortFieldOf } from './sort-rows';
import { TablePrinter } from './table-printer';

const LEASES: ResourceType = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
};
const column = (name: string, more: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type: 'string',
  format: '',
  description: '',
  priority: 0,
  ...more,
});
const COLUMNS = [
  column('Name', { format: 'name' }),
  column('Count', { type: 'integer' }),
  column('Far Away', { priority: 1 }),
];
const table = (
  rows: readonly (readonly [string, number | null, string])[],
  columnDefinitions: readonly TableColumn[] | null = COLUMNS,
): Table => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: {},
  columnDefinitions,
  rows: rows.map((cells) => {
    const metadata = { name: cells[0], namespace: 'shop', labels: { 'x/tier': 'a', b: 'c' } };
    return { cells, object: { kind: 'PartialObjectMetadata', apiVersion: 'v1', metadata } };
  }),
});
const printer = (more = {}) =>
  new TablePrinter({
    of: LEASES,
    wide: false,
    withNamespace: false,
    withKind: false,
    noHeaders: false,
    showLabels: false,
    showKind: false,
    labelColumns: [],
    ...more,
  });

describe('a table', () => {
  it('has three spaces between columns, each as wide as its widest cell', () => {
    const two = table([
      ['a-long-name-for-it', 12, 'x'],
      ['b', null, 'y'],
    ]);
    expect(printer().print([two])).toEqual([
      'NAME                 COUNT',
      'a-long-name-for-it   12',
      'b                    ',
    ]);
    expect(printer({ noHeaders: true }).print([two])[0]).toBe('a-long-name-for-it   12');
  });

  it('shows namespaces, kinds, labels and wide columns when asked', () => {
    const more = { wide: true, withNamespace: true, withKind: true };
    const labels = { labelColumns: ['x/tier', 'no'], showLabels: true };
    expect(printer({ ...more, ...labels }).print([table([['a', 1, 'one\ntwo']])])).toEqual([
      'NAMESPACE   NAME                          COUNT   FAR AWAY   TIER   NO    LABELS',
      'shop        lease.coordination.k8s.io/a   1       one...     a            b=c,x/tier=a',
    ]);
  });

  it('is headed once for all its pages, and goes on with its widths in a watch', () => {
    const watching = printer();
    expect(watching.print([table([['a-long-name', 1, '']]), table([['b', 2, '']])])).toEqual([
      'NAME          COUNT',
      'a-long-name   1',
      'b             2',
    ]);
    expect(watching.print([table([['c', 3, '']], null)])).toEqual(['c             3']);
    expect(printer().print([table([])])).toEqual([]);
    expect(printer().print([table([['a', 1, '']])], 'ADDED')).toEqual([
      'EVENT   NAME   COUNT',
      'ADDED   a      1',
    ]);
  });
});

describe('--sort-by', () => {
  const object = (value: unknown) => ({ metadata: {}, value });
  const sorted = (values: readonly unknown[]) => {
    const field = sortFieldOf('.value');
    if (typeof field === 'string') throw new Error(field);
    const found = sortedBy(values.map(object), (each) => each, field);
    return typeof found === 'string' ? found : found.map(({ value }) => value);
  };
  test.each([
    [
      [10, 9, 1],
      [1, 9, 10],
    ],
    [
      ['pod-10', 'pod-9', 'a'],
      ['a', 'pod-9', 'pod-10'],
    ],
    [
      ['1Gi', '500Mi', '2'],
      ['2', '500Mi', '1Gi'],
    ],
    [
      ['b', undefined, 'a'],
      [undefined, 'a', 'b'],
    ],
  ])('%j', (values, wanted) => expect(sorted(values)).toEqual(wanted));

  it('says what is wrong', () => {
    expect(sorted([undefined])).toBe(
      'couldn\'t find any field with path "{.value}" in the list of objects',
    );
    expect(sortFieldOf('{.a}{.b}')).toMatch(/^unexpected path string, expected a 'name1.name2'/);
    expect(compareNatural('a01', 'a1')).toBeGreaterThan(0);
  });
});
