/** All benchmarks, cheapest first. To add one: write a file here and add a line to the array. */
import type { Bench } from './bench';
import { bytesBench } from './bytes';
import { idleClusterBench } from './idle-cluster';
import { kernelBench } from './kernel';

export const BENCHES: readonly Bench[] = [bytesBench, kernelBench, idleClusterBench];
