/**
 * The start of kube-controller-manager before 1.12: what is other in its flags and its switches.
 *
 * Upstream    kubernetes before v1.12 cmd/kube-controller-manager/app/controllermanager.go (Run,
 *             createClients, startHTTP)
 * Simplified  the start and the election are of that time; flags, controllers and requests are
 *             those of the scenario's version. The identity is the bare host name; from which
 *             minor version on it had a UUID at its end is not verified
 */
import { type FlagSpec, read, taken } from '../component/flag-spec';
import type { Switches } from '../profile';
import { CONTROLLER_MANAGER_FLAGS } from './flags';

/** What the older command does not know, or has another default for. */
const REPLACED = [
  'secure-port',
  'enable-leader-migration',
  'leader-migration-config',
  'leader-elect-resource-lock',
];

export const OLDER_FLAGS: readonly FlagSpec[] = [
  ...CONTROLLER_MANAGER_FLAGS.filter(({ name }) => !REPLACED.includes(name)),
  read('leader-elect-resource-lock', 'string', 'endpoints'),
  ...taken('int', 'port=10252'),
  ...taken('ip', 'address=0.0.0.0'),
];

/** Of what came after it. */
const OLDER_SWITCHES: Partial<Switches> = {
  electorTrustsRecordDuration: false,
  electorAlwaysSaysStopped: false,
  electorNeedsIdentity: false,
  electorFastPath: false,
  electorPollsByContext: false,
  managerLogsKeys: false,
  managerDescriptors: false,
};

export const olderSwitches = (switches: Switches): Switches => ({ ...switches, ...OLDER_SWITCHES });
