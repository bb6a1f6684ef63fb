/** Lays a chart out beside the page: that takes tens of milliseconds for the largest machines. */
import type { ChartState } from '#protocol';
import { type ChartLayout, layoutChart } from './chart-layout';

/** The same chart going down and going right; the room decides which is shown. */
export interface ChartLayouts {
  readonly down: ChartLayout;
  readonly right: ChartLayout;
}

self.onmessage = ({ data: root }: MessageEvent<ChartState>): void => {
  const layouts: ChartLayouts = {
    down: layoutChart(root, 'down'),
    right: layoutChart(root, 'right'),
  };
  self.postMessage(layouts);
};
