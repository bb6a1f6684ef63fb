import type { Bench } from './bench';

/** Rows from the worker to the page, over a real run of some 300,000 records. */
export const transportBench: Bench = {
  name: 'transport',
  run: ({ onPage }) => onPage('src/tools/benches/transport/index.html'),
};
