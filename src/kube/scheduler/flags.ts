/**
 * The command line of kube-scheduler.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-scheduler/app/options
 */
import { COMMON_FLAGS } from '../component/common-flags';
import { electionFlags } from '../component/election-options';
import { type FlagSpec, read, taken } from '../component/flag-spec';

export const COMMAND = 'kube-scheduler';

export const SCHEDULER_FLAGS: readonly FlagSpec[] = [
  ...electionFlags(COMMAND, { qps: 50, burst: 100 }),
  read('secure-port', 'int', '10259'),
  read('config', 'string', ''),
  ...taken('string', 'write-config-to'),
  ...taken('duration', 'pod-max-in-unschedulable-pods-duration=5m0s'),
  read('authentication-tolerate-lookup-failure', 'bool', 'true'),
  ...COMMON_FLAGS,
];
