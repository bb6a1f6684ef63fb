/** Lays a chart out beside the page: that takes tens of milliseconds for the largest machines. */
import type { ChartState } from '#protocol';
import { type ChartLayout, layoutChart } from './chart-layout';

/** The same chart going down and going right; the room decides which is shown. */
export interface Directions {
  readonly down: ChartLayout;
  readonly right: ChartLayout;
}

/** With labels at the transitions, and without, which takes far less room. */
export interface ChartLayouts {
  readonly labelled: Directions;
  readonly bare: Directions;
}

const bothWays = (root: ChartState, labelled: boolean): Directions => ({
  down: layoutChart(root, 'down', labelled),
  right: layoutChart(root, 'right', labelled),
});

self.onmessage = ({ data: root }: MessageEvent<ChartState>): void => {
  const layouts: ChartLayouts = { labelled: bothWays(root, true), bare: bothWays(root, false) };
  self.postMessage(layouts);
};
