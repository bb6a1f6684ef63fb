import type { Bench } from './bench';

/**
 * Work of the main thread for a frame of the timeline, at 100,000 and 1,000,000 made-up records,
 * all lanes open, panned and zoomed at three zooms. The budget is 16.7 ms at the 95th percentile.
 */
export const frameTimesBench: Bench = {
  name: 'frame-times',
  run: ({ onPage }) => onPage('src/ui/timeline/bench.html'),
};
