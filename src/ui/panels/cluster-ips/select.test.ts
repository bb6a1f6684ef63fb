import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, type TraceTable } from '#trace';
import { storedRange } from '../../ranges/stored-range';
import { clusterIpRanges } from './select';

const PRIMARY = '/registry/ranges/serviceips';
const CIDR = '/registry/servicecidrs/kubernetes';

/** A trace in which these objects are written, one after another. */
function traceOf(...writes: readonly (readonly [string, unknown])[]): TraceTable {
  const recorder = new Recorder(() => asTime(0));
  writes.forEach(([key, object], place) => {
    const op = object === undefined ? 'delete' : 'put';
    recorder.writeRevision('etcd', null, { op, key, revision: place + 2, lease: 0 }, object);
  });
  return recorder.table;
}

describe('clusterIpRanges', () => {
  const namesOf = (table: TraceTable) =>
    clusterIpRanges(table).map(({ name }) => ('key' in name ? name.key : name.cidr));
  const range = { range: '10.96.0.0/24', data: '' };
  const cidrs = { spec: { cidrs: ['10.96.0.0/24', 'fd00::/112'] } };

  it.each([
    ['nothing', traceOf(), ['primary']],
    ['a bitmap', traceOf([PRIMARY, range]), ['primary']],
    [
      'two bitmaps, below another prefix',
      traceOf(
        ['/kubernetes/ranges/serviceips', range],
        ['/kubernetes/ranges/secondaryserviceips', { range: 'fd00::/112', data: '' }],
      ),
      ['primary', 'secondary'],
    ],
    ['a ServiceCIDR', traceOf([CIDR, cidrs]), ['10.96.0.0/24', 'fd00::/112']],
    [
      'a bitmap beside a ServiceCIDR',
      traceOf([CIDR, cidrs], [PRIMARY, range]),
      ['10.96.0.0/24', 'fd00::/112'],
    ],
  ])('where %s is stored', (_what, table, names) => expect(namesOf(table)).toEqual(names));
});

describe('a range of IPAddress objects', () => {
  const table = traceOf(
    [CIDR, { spec: { cidrs: ['10.96.0.0/24'] } }],
    ['/registry/ipaddresses/10.96.0.1', {}],
    ['/registry/ipaddresses/10.96.0.9', {}],
    ['/registry/services/specs/default/kubernetes', { spec: { clusterIP: '10.96.0.1' } }],
    ['/registry/ipaddresses/10.96.0.9', undefined],
    ['/registry/ipaddresses/10.97.0.1', {}],
  );
  const [{ kind }] = clusterIpRanges(table);
  const linesAt = (upTo: number) =>
    storedRange(table, kind, upTo)?.lines.map(({ item, holding }) => `${item} ${holding}`);

  it('has the addresses that there are objects of', () => {
    expect(linesAt(2)).toEqual(['10.96.0.1 nobody', '10.96.0.9 nobody']);
    expect(linesAt(5)).toEqual(['10.96.0.1 taken']);
    expect(storedRange(table, kind, 5)).toMatchObject({ used: 1, free: 253, key: CIDR });
  });

  it('is not there before its ServiceCIDR', () => {
    expect(storedRange(table, kind, -1)).toBeUndefined();
  });
});
