import type { Bench } from './bench';
import { bestOf, LONG_HOURS, once, SECONDS_AN_HOUR, SHORT_HOURS, timesOver } from './idle-runs';

/**
 * Three idle API servers with etcd, trace on, against real time; and the same with three controller
 * managers and three schedulers, of which one each leads and two each watch its lease. The best of
 * some runs counts: the rest is noise of the machine. All figures have start-up in them. Those of
 * `worker` are Chromium's, in a worker as the page has it, but without a page that takes the rows.
 */
export const idleClusterBench: Bench = {
  name: 'idle-cluster',
  run: async ({ onPage }) => {
    const first = once(SHORT_HOURS).runSeconds;
    const { run, runSeconds, hashSeconds } = bestOf(3, LONG_HOURS);
    const short = bestOf(3, SHORT_HOURS).runSeconds;
    const all = bestOf(3, SHORT_HOURS, 'highlyAvailable');
    const virtualSeconds = LONG_HOURS * SECONDS_AN_HOUR;
    return {
      timesRealTime: timesOver(LONG_HOURS, runSeconds),
      timesRealTimeWithHash: timesOver(LONG_HOURS, runSeconds + hashSeconds),
      timesRealTimeOverTwoHours: timesOver(SHORT_HOURS, short),
      timesRealTimeOverTwoHoursCold: timesOver(SHORT_HOURS, first),
      recordsPerVirtualSecond: Math.round(run.table.length / virtualSeconds),
      recordsPerSecond: Math.round(run.table.length / runSeconds),
      highlyAvailableTimesRealTime: timesOver(SHORT_HOURS, all.runSeconds),
      highlyAvailableRecordsPerVirtualSecond: Math.round(
        all.run.table.length / (SHORT_HOURS * SECONDS_AN_HOUR),
      ),
      ...(await onPage('src/tools/benches/idle-worker/index.html')),
    };
  },
};
