/** Carries out a line of the console. */

import { minutes, type SimDuration } from '#base';
import type { Command, GetCommand, RawCommand } from '#console';
import type { Procedure, Timer } from '#kernel';
import { runCanI } from './can-i-line';
import { runClusterInfo } from './cluster-info-line';
import { runDescribe } from './describe-line';
import { runApiResources, runApiVersions } from './discovery-line';
import { runExplain } from './explain-line';
import { runExpose } from './expose-line';
import { runGet, runWatch } from './get-line';
import type { LineCall } from './line-call';
import { runPatch } from './patch-line';
import { isRawWatch, runRaw } from './raw-line';
import { runRollout } from './rollout-line';
import { runScale } from './scale-line';
import { runVersion } from './version-line';
import { runWait } from './wait-line';
import { runCreate, runDelete, runEdit } from './write-line';

/** How long a watch goes on when its step does not say. */
const WATCH_LIMIT: SimDuration = minutes(1);
/** Exit code of a program that was interrupted: 128 and SIGINT's number. */
const EXIT_INTERRUPTED = 130;

export interface LineInput {
  readonly line: string;
  readonly command: Command;
  /** The step says itself how long it lasts. */
  readonly limited: boolean;
  readonly actor: string;
}

/** Whether a line goes on until it is interrupted. */
export const isWatch = (command: Command): command is GetCommand | RawCommand =>
  (command.verb === 'get' && command.watch !== 'no') ||
  (command.verb === 'raw' && isRawWatch(command));

/**
 * Starts the line. @returns what interrupts it, which does nothing once it is over.
 */
export function* runLine(
  call: LineCall,
  { line, command, limited, actor }: LineInput,
  interrupted: (interrupt: () => void) => void,
): Procedure<void> {
  let code: number | undefined;
  if (isWatch(command)) {
    let timer: Timer | undefined;
    const interrupt = (stop: () => void) => {
      const end = () => {
        code = EXIT_INTERRUPTED;
        stop();
      };
      if (!limited) timer = call.process.timer(actor, 'watch limit', WATCH_LIMIT, end);
      interrupted(end);
    };
    if (command.verb === 'raw') yield* runRaw(call, command, interrupt);
    else yield* runWatch(call, command, interrupt);
    timer?.cancel();
  } else yield* carryOut(call, command);
  call.end(line, code ?? (call.failed ? 1 : 0));
}

function* carryOut(call: LineCall, command: Command): Procedure<void> {
  switch (command.verb) {
    case 'get':
      return yield* runGet(call, command);
    case 'raw':
      return yield* runRaw(call, command, () => {});
    case 'describe':
      return yield* runDescribe(call, command);
    case 'create':
      return yield* runCreate(call, command);
    case 'delete':
      return yield* runDelete(call, command);
    case 'label':
    case 'annotate':
      return yield* runEdit(call, command);
    case 'patch':
      return yield* runPatch(call, command);
    case 'api-resources':
      return yield* runApiResources(call, command);
    case 'api-versions':
      return yield* runApiVersions(call);
    case 'cluster-info':
      return yield* runClusterInfo(call);
    case 'can-i':
      return yield* runCanI(call, command);
    case 'explain':
      return yield* runExplain(call, command);
    case 'scale':
      return yield* runScale(call, command);
    case 'expose':
      return yield* runExpose(call, command);
    case 'rollout':
      return yield* runRollout(call, command);
    case 'version':
      return yield* runVersion(call, command);
    case 'wait':
      return yield* runWait(call, command);
    case 'manifest':
      // The step refuses such a line; see kube/steps/kubectl.
      return undefined;
  }
}
