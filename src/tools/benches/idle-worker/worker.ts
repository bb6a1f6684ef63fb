/** Runs the idle control planes, the first runs to warm up, and says how fast they went. */
import { bestOf, LONG_HOURS, once, SHORT_HOURS, timesOver } from '../idle-runs';

const RUNS = 5;

const servers = bestOf(3, LONG_HOURS).runSeconds;
once(SHORT_HOURS, 'highlyAvailable');
const all = bestOf(RUNS, SHORT_HOURS, 'highlyAvailable').runSeconds;
postMessage({
  workerTimesRealTime: timesOver(LONG_HOURS, servers),
  workerHighlyAvailableTimesRealTime: timesOver(SHORT_HOURS, all),
});
