/**
 * kube-controller-manager: it runs for its lease, and ends when it loses it.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go (Run,
 *             leaderElectAndRun)
 * Acts as     controller-manager
 * Simplified  a leader runs no controllers yet, and the names in --controllers are not looked at;
 *             there is no HTTPS server and no leader migration
 */
import type { Process, Program } from '#kernel';
import { ClientBuilder } from '../component/client-builder';
import type { ComponentKind, ComponentPlace, ParsedComponent } from '../component/component';
import { type ElectionFault, makeElection } from '../component/election';
import { type ElectionOptions, electionOptions } from '../component/election-options';
import { readFlags } from '../component/read-flags';
import { gitVersion, type Profile, switchesOf } from '../profile';
import { COMMAND, CONTROLLER_MANAGER_FLAGS } from './flags';

/** Of a lost lease, of fatal log calls, and of a panic. Source: os.Exit, klog.Fatal, Go. */
const EXIT_LOST = 1;
const EXIT_FATAL = 255;
const EXIT_PANIC = 2;

export const controllerManager: ComponentKind = {
  command: COMMAND,
  parse: (args: readonly string[], profile: Profile): ParsedComponent => {
    const read = readFlags(COMMAND, CONTROLLER_MANAGER_FLAGS, args, profile);
    if (!read.ok) return read;
    const options = electionOptions(read.value);
    return { ok: true, boot: (process, place) => run(process, place, options) };
  },
};

/** It has no handler for signals: they end it at once, and the lease is not given up. */
function run(process: Process, place: ComponentPlace, options: ElectionOptions): Program {
  const actor = `${process.name}/controller-manager`;
  const { profile, server } = place;
  process.log(actor, 'info', `Version: ${gitVersion(profile)}`);
  process.log(actor, 'info', '"Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""');
  if (!options.leaderElect) return {};
  const election = makeElection({
    process,
    clients: new ClientBuilder({ process, command: COMMAND, server, profile, rate: options.rate }),
    options,
    switches: switchesOf(profile),
    eventSource: COMMAND,
    eventClient: COMMAND,
    logsEvents: true,
    releaseOnCancel: false,
    callbacks: {
      onStartedLeading: () => {},
      onStoppedLeading: () => {
        process.log(actor, 'error', '"leaderelection lost"');
        process.exit(EXIT_LOST, 'leader election lost');
      },
    },
  });
  if (election.ok) {
    election.value.run();
    return {};
  }
  const [{ path, reason }] = election.faults;
  if (path === ('lock' satisfies ElectionFault)) {
    process.log(actor, 'fatal', `error creating lock: ${reason}`);
    process.exit(EXIT_FATAL, 'fatal');
  } else {
    process.log(actor, 'fatal', `panic: ${reason}`);
    process.exit(EXIT_PANIC, 'panic');
  }
  return {};
}
