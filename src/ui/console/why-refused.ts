/** Why an API server could not answer a line yet, or no more, and what helps. Pure. */
import type { SimTime } from '#base';
import type { TraceIndex } from '#trace';
import { isPaused } from '../selected';

/** A hint below what kubectl said, by its key among the texts of the console. */
export type RefusedHint =
  | {
      readonly key: 'hint-ready' | 'hint-ended';
      readonly server: string;
      /** When it is ready next, or when it ended. */
      readonly at: SimTime;
    }
  | { readonly key: 'hint-ending' | 'hint-frozen' | 'hint-never'; readonly server: string };

const REFUSED = /^The connection to the server ([^\s:]+)(?::\d+)? was refused/m;
/** What else kubectl says when a server that it does not name was not ready. */
const NOT_READY = new RegExp(
  '^Unable to connect to the server:|could not find the requested resource' +
    "|doesn't have a resource type",
  'm',
);
const SERVER = /(?:^|\s)(?:-s|--server)[= ](?:https?:\/\/)?([^\s:/]+)/;

export interface RefusedLine {
  readonly line: string;
  readonly t: SimTime;
  /** Whom it asked, where that is known. */
  readonly server?: string | undefined;
  readonly text: string;
}

/** @param servers the API servers; a line of which nothing else is known asks the first */
export function whyRefused(
  index: TraceIndex,
  servers: readonly string[],
  { line, t, server: asked, text }: RefusedLine,
): RefusedHint | undefined {
  const refused = REFUSED.exec(text)?.[1];
  const meant = SERVER.exec(line)?.[1] ?? asked ?? servers[0];
  const server = refused ?? (NOT_READY.test(text) ? meant : '');
  if (server === undefined || !servers.includes(server)) return undefined;
  if (isPaused(index, server, t)) return { key: 'hint-frozen', server };
  const phase = index.processPhaseAt(server, t);
  if (phase?.phase === 'terminating') return { key: 'hint-ending', server };
  const ready = readyTimes(index, server);
  // A server that is ready means what it says.
  const up = phase?.phase === 'running' && ready.some((time) => time >= phase.since && time <= t);
  if (refused === undefined && up) return undefined;
  const at = ready.find((time) => time > t);
  if (at !== undefined) return { key: 'hint-ready', server, at };
  if (phase?.phase === 'exited') return { key: 'hint-ended', server, at: phase.since };
  return { key: 'hint-never', server };
}

/** When the readyz of a server was good for the first time, in each of its lives. */
function readyTimes(index: TraceIndex, server: string): SimTime[] {
  return [...index.rowsOf(`${server}/lifecycle`)].flatMap((seq) => {
    const state = index.table.recordOf(seq, 'state');
    return state?.event === 'firstReady' ? [state.t] : [];
  });
}
