/**
 * Reads lines of the console and carries them out.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/resource/builder.go (mappingFor)
 * Simplified  of a failed discovery kubectl's own log lines are left out
 */
import { type Reading, type Refusal, readLine, refusalText } from '#console';
import { type Procedure, runProcedure } from '#kernel';
import { DiscoveryClient } from '../client/discovery';
import { addressOf } from '../client/transport';
import type { KubectlLine, KubectlLines, LineClient, LineRefusal, PayloadFault } from '../steps';
import { definedTypes, servedTypes } from './custom-types';
import { LineCall } from './line-call';
import { resourceTypes } from './resource-types';
import { isWatch, runLine } from './run-line';

/** Upstream: Go's net.DNSError. */
const noSuchHost = (name: string): string =>
  `Unable to connect to the server: dial tcp: lookup ${name}: no such host`;

const fault = (reason: string): readonly PayloadFault[] => [{ path: '', reason }];

function refuses(line: string, given: LineRefusal): readonly PayloadFault[] {
  const { undone, servedBy, definitions } = given;
  const types = resourceTypes(servedBy(serverNamed(line)));
  const reading = readLine(line, [...types, ...definedTypes(definitions)]);
  if (!reading.ok) return fault(refusalText(reading.refusal));
  const { command } = reading.line;
  if (command.verb === 'manifest') {
    return fault(refusalText({ by: 'orrery', why: 'needs-manifest', detail: command.act }));
  }
  if (!undone || isWatch(command)) return [];
  return fault('only a watch (get -w) can be ended, so it has no "for"');
}

/**
 * Reads a line; where its types are not known, or a category may hold more of them, once more with
 * those that definitions bring.
 */
function* readWith(call: LineCall, line: string, first: Reading): Procedure<Reading> {
  const more = first.ok ? namesCategory(call, line) : isUnknownType(first.refusal);
  if (!more) return first;
  const served = yield* servedTypes(call);
  return readLine(line, [...resourceTypes(call.served), ...served]);
}

/** Whether a word of the line may stand for several types. */
function namesCategory({ served }: LineCall, line: string): boolean {
  const words = line.split(/[\s,]+/);
  return resourceTypes(served).some(({ categories = [] }) =>
    categories.some((category) => words.includes(category)),
  );
}

/** The type that a line names may be one that a definition brings. */
const isUnknownType = (refusal: Refusal): boolean =>
  refusalText(refusal).includes("the server doesn't have a resource type");

/** The server that a line names itself, whatever types it names. */
function serverNamed(line: string): string | undefined {
  const reading = readLine(line, []);
  if (reading.ok) return reading.line.server;
  const [, url] = /(?:^|\s)(?:-s|--server)[= ](\S+)/.exec(line) ?? [];
  return url?.replace(/^https?:\/\//, '').replace(/:\d+\/?$/, '');
}

function start(lineClient: LineClient, given: KubectlLine): () => void {
  const { process, actor, profile, servers, components, clientOf, servedBy } = lineClient;
  const { line, step, user, limited } = given;
  const server = serverNamed(line) ?? given.server ?? servers[0] ?? 'localhost';
  const served = servedBy(server);
  const reading = readLine(line, resourceTypes(served));
  const address = `https://${addressOf(process.name, server)}`;
  const client = clientOf(server, user, (text) => call.warn(text));
  const call = new LineCall({ process, profile, served, address, actor, step, client });
  let interrupt = () => {};
  const heard = (end: () => void) => {
    interrupt = end;
  };
  const known = servers.includes(server) || components.includes(server);
  const started = { line, limited, actor, known, server, reading };
  const procedure =
    components.includes(server) && namesType(line)
      ? withoutType(call, started)
      : carriedOut(call, started, heard);
  runProcedure(procedure, () => {});
  return () => interrupt();
}

interface Started {
  readonly line: string;
  readonly limited: boolean;
  readonly actor: string;
  /** There is such a server. */
  readonly known: boolean;
  readonly server: string;
  readonly reading: Reading;
}

/** How a line is refused whose types nobody knows; undefined where it names none. */
function namesType(line: string): string | undefined {
  const reading = readLine(line, []);
  return !reading.ok && isUnknownType(reading.refusal) ? refusalText(reading.refusal) : undefined;
}

/** What comes of a line about a type where no API is: discovery finds none, or fails. */
function* withoutType(call: LineCall, { line, reading }: Started): Procedure<void> {
  const unknown = namesType(line) ?? '';
  if (!reading.ok && !isUnknownType(reading.refusal)) {
    call.say(refusalText(reading.refusal), 'error');
  } else {
    const discovery = new DiscoveryClient(call.client, call.profile);
    const { error } = yield* discovery.groupsAndResources();
    if (error) call.fail([error]);
    else call.say(unknown, 'error');
  }
  call.end(line, 1);
}

function* carriedOut(
  call: LineCall,
  { line, limited, actor, known, server, reading: first }: Started,
  heard: (end: () => void) => void,
): Procedure<void> {
  const reading = known ? yield* readWith(call, line, first) : first;
  if (reading.ok && known) {
    yield* runLine(call, { line, command: reading.line.command, limited, actor }, heard);
    return;
  }
  call.say(reading.ok ? noSuchHost(server) : refusalText(reading.refusal), 'error');
  call.end(line, 1);
}

export const KUBECTL_LINES: KubectlLines = { refuses, start };
