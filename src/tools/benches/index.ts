/** All benchmarks, cheapest first. To add one: write a file here and add a line to the array. */
import type { Bench } from './bench';
import { bytesBench } from './bytes';
import { frameTimesBench } from './frame-times';
import { idleClusterBench } from './idle-cluster';
import { kernelBench } from './kernel';
import { transportBench } from './transport';
import { pageBench } from './whole-page';

export const BENCHES: readonly Bench[] = [
  bytesBench,
  kernelBench,
  idleClusterBench,
  transportBench,
  pageBench,
  frameTimesBench,
];
