/** The requests of a reconcile round with their answers. Pure. */
import { countUpTo, type RecordOf, type Seq, type TraceIndex, type TraceTable } from '#trace';
import { processOf } from '../../selected';
import { resourceName } from '../../why/call-sentences';

export interface Call {
  readonly request: RecordOf<'request'>;
  readonly response: RecordOf<'response'> | undefined;
}

/** Causes looked at to tell whether a record belongs to a round. */
const CAUSES_TO_ROUND = 60;

export function comesFrom(table: TraceTable, seq: Seq, first: Seq): boolean {
  let at: Seq | undefined = seq;
  for (let i = 0; i < CAUSES_TO_ROUND && at !== undefined && at >= first; i += 1) {
    if (at === first) return true;
    at = table.causeOf(at);
  }
  return false;
}

/** What a reconciler asks its own API for; hooks that start with it ask for other things. */
const RECONCILED = new Set(['endpoints', 'endpointslices']);

/** Requests of the reconciler, straight to etcd or through its own API, with their answers. */
export function callsOf(index: TraceIndex, actor: string, from: Seq, to: Seq): readonly Call[] {
  const { table } = index;
  const loopback = `${processOf(actor)}/loopback`;
  const requests = [loopback, actor, `${actor}-removal`]
    .flatMap((client) => {
      const rows = index.rowsOf(client);
      return [...rows.subarray(countUpTo(rows, from - 1), countUpTo(rows, to))];
    })
    .sort((a, b) => a - b)
    .flatMap((seq) => table.recordOf(seq, 'request') ?? [])
    .filter(({ actor: by, resource }) => by !== loopback || RECONCILED.has(resource));
  return requests.map((request) => ({ request, response: answerTo(index, request) }));
}

function answerTo(
  index: TraceIndex,
  { seq, id }: RecordOf<'request'>,
): RecordOf<'response'> | undefined {
  for (const effect of index.effectsOf(seq)) {
    const response = index.table.recordOf(effect, 'response');
    if (response?.id === id) return response;
  }
  return undefined;
}

/** Methods of HTTP by Kubernetes' verbs; the others are their own. */
const METHODS: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  list: 'GET',
};
/** The prefix of every key of Kubernetes; left out where there is little room. */
const KEY_PREFIX = /^\/registry\//;

/** An answer: `200, rv 17`. */
export function answerLine({ response }: Call, noAnswer: string): string {
  if (!response) return noAnswer;
  const { code, reason, resourceVersion } = response;
  const version = resourceVersion ? `, rv ${resourceVersion}` : '';
  return `${`${code} ${reason}`.trim()}${version}`;
}

/** A call in one line: `GET endpoints default/kubernetes → 200, rv 17`. */
export function callLine(call: Call, noAnswer: string): string {
  const { verb, group, name, resource } = call.request;
  const answer = answerLine(call, noAnswer);
  if (group === 'etcdserverpb') {
    return `etcd ${verb} ${name.replace(KEY_PREFIX, '') || resource} → ${answer}`;
  }
  return `${METHODS[verb] ?? verb.toUpperCase()} ${resourceName(call.request)} → ${answer}`;
}
