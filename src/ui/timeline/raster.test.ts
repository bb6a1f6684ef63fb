import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_NUMBER } from '#trace';
import { MarkBins } from './bins';
import type { Rgb } from './palette';
import { gridFor, type RasterGrid, RowRaster } from './raster';
import { RANK_OF } from './record-kinds';

const RUNS = { seed: 42, numRuns: 100 };
const GREY: Rgb = [120, 130, 140];
const colours = {
  tags: [GREY, [0, 0, 255], [255, 0, 0], GREY] as const,
  kinds: Array.from(RANK_OF, (rank): Rgb => [rank * 10, 200, 30]),
};
const SPAN_TAG = 0;
const marks = fc.array(fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.nat(20)), {
  maxLength: 60,
});

function paint(grid: RasterGrid, fill: (raster: RowRaster) => void): Uint32Array {
  const raster = new RowRaster();
  raster.begin(grid);
  fill(raster);
  const pixels = new Uint32Array(grid.count);
  raster.paint(pixels, 0, colours);
  return pixels;
}

describe('gridFor', () => {
  it('has bins of a power of two between half a device pixel and a whole one', () => {
    for (const usPerPx of [0.2, 1, 3, 70, 85_714]) {
      for (const pixelRatio of [1, 1.5, 2]) {
        const { width } = gridFor({ from: 0, to: 1_000 * usPerPx, usPerPx, pixelRatio });
        expect(Math.log2(width) % 1).toBe(0);
        expect(width <= Math.max(1, usPerPx / pixelRatio)).toBe(true);
        expect(width > usPerPx / pixelRatio / 2 || width === 1).toBe(true);
      }
    }
  });
});

describe('RowRaster', () => {
  it('does not shimmer: a panned window has the same pixels, moved by whole bins', () => {
    fc.assert(
      fc.property(marks, fc.integer({ min: 0, max: 30_000 }), (list, shift) => {
        const request = { usPerPx: 100, pixelRatio: 1 };
        const fill = (raster: RowRaster) => {
          raster.addSpan(20_000, 60_000, SPAN_TAG);
          for (const [time, kind] of list) raster.addMark(time, kind);
        };
        const still = gridFor({ from: 0, to: 70_000, ...request });
        const moved = gridFor({ from: shift, to: 70_000 + shift, ...request });
        const [a, b] = [paint(still, fill), paint(moved, fill)];
        expect(moved.width).toBe(still.width);
        // A mark left of the edge may reach in; beyond its reach all is the same.
        for (let bin = moved.first + still.reach; bin < still.count; bin += 1) {
          expect(b[bin - moved.first]).toBe(a[bin]);
        }
      }),
      RUNS,
    );
  });

  it('looks the same from a summary as from the rows', () => {
    fc.assert(
      fc.property(marks, (list) => {
        const grid = gridFor({ from: 0, to: 100_000, usPerPx: 2_048, pixelRatio: 1 });
        const bins = new MarkBins();
        for (const [time, kind] of list) bins.add(time, kind);
        const raw = paint(grid, (raster) => {
          for (const [time, kind] of list) raster.addMark(time, kind);
        });
        expect(paint(grid, (raster) => raster.addMarkBins(bins))).toEqual(raw);
      }),
      RUNS,
    );
  });

  it('adds rows as it adds marks, and passes over those that show as bars', () => {
    const grid = gridFor({ from: 0, to: 10_000, usPerPx: 64, pixelRatio: 1 });
    const t = Float64Array.from([100, 900, 900, 5_000]);
    const looks = Uint8Array.from([KIND_NUMBER.etcd, 255, KIND_NUMBER.lease, KIND_NUMBER.log]);
    const rows = Int32Array.from([0, 1, 2, 3]);
    const many = paint(grid, (raster) => raster.addRows({ rows, first: 0, last: 4, t, looks }));
    const single = paint(grid, (raster) => {
      for (const seq of [0, 2, 3]) raster.addMark(t[seq], looks[seq]);
    });
    expect(many).toEqual(single);
  });

  it('says whether a label over it could be read', () => {
    const raster = new RowRaster();
    raster.begin(gridFor({ from: 0, to: 10_000, usPerPx: 64, pixelRatio: 1 }));
    expect([raster.empty, raster.quiet]).toEqual([true, true]);
    raster.addMark(10, KIND_NUMBER.message);
    expect([raster.empty, raster.quiet]).toEqual([false, true]);
    raster.addMark(10, KIND_NUMBER.etcd);
    expect(raster.quiet).toBe(false);
    raster.clear();
    expect([raster.empty, raster.quiet]).toEqual([true, true]);
  });
});
