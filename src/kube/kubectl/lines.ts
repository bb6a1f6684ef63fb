/** Reads lines of the console and carries them out. */
import { readLine, refusalText } from '#console';
import { runProcedure } from '#kernel';
import { addressOf } from '../client/transport';
import type { Profile } from '../profile';
import type { KubectlLine, KubectlLines, LineClient, PayloadFault } from '../steps';
import { LineCall } from './line-call';
import { resourceTypes } from './resource-types';
import { isWatch, runLine } from './run-line';

/** Upstream: Go's net.DNSError. */
const noSuchHost = (name: string): string =>
  `Unable to connect to the server: dial tcp: lookup ${name}: no such host`;

const fault = (reason: string): readonly PayloadFault[] => [{ path: '', reason }];

function refuses(line: string, undone: boolean, profile: Profile): readonly PayloadFault[] {
  const reading = readLine(line, resourceTypes(profile));
  if (!reading.ok) return fault(refusalText(reading.refusal));
  const { command } = reading.line;
  if (command.verb === 'manifest') {
    return fault(refusalText({ by: 'orrery', why: 'needs-manifest', detail: command.act }));
  }
  if (!undone || isWatch(command)) return [];
  return fault('only a watch (get -w) can be ended, so it has no "for"');
}

function start(lineClient: LineClient, given: KubectlLine): () => void {
  const { process, actor, profile, servers, clientOf } = lineClient;
  const { line, step, user, limited } = given;
  const reading = readLine(line, resourceTypes(profile));
  const asked = reading.ok ? reading.line.server : undefined;
  const server = asked ?? given.server ?? servers[0] ?? 'localhost';
  const address = `https://${addressOf(process.name, server)}`;
  const client = clientOf(server, user, (text) => call.warn(text));
  const call = new LineCall({ process, profile, address, actor, step, client });
  let interrupt = () => {};
  if (!reading.ok) call.say(refusalText(reading.refusal), 'error');
  else if (!servers.includes(server)) call.say(noSuchHost(server), 'error');
  else {
    const input = { line, command: reading.line.command, limited, actor };
    const heard = (end: () => void) => {
      interrupt = end;
    };
    runProcedure(runLine(call, input, heard), () => {});
    return () => interrupt();
  }
  call.end(line, 1);
  return interrupt;
}

export const KUBECTL_LINES: KubectlLines = { refuses, start };
