/**
 * Requests to the API servers as lines of an audit log: audit.k8s.io/v1 Events, as a server with
 * one policy rule of level Metadata writes them to `--audit-log-path`, all servers in one file.
 *
 * Upstream: v1.27, staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go,
 * pkg/endpoints/filters/audit.go (withAudit), pkg/audit/request.go.
 *
 * Simplified: no stage RequestReceived; a watch has ResponseStarted only, since its end is no
 * record. Groups, source addresses, annotations and messages of errors are no part of a record and
 * are left out. auditID is derived from the run, so that writing it twice gives the same file.
 */
import { type RecordOf, type Seq, type TraceTable, textHash } from '#trace';
import { clockOf, type Exporter, type RunToExport } from './run-to-export';

/** What etcd's own calls have for a group. */
const ETCD_GROUP = 'etcdserverpb';
const WATCH = 'watch';
const ERROR_FROM = 400;

export const auditExport: Exporter = {
  id: 'audit',
  extension: 'jsonl',
  mediaType: 'application/x-ndjson',
  summary: 'requests to the API servers as audit.k8s.io/v1 Events, one a line',
  write: auditLines,
};

type Request = RecordOf<'request'>;
type Response = RecordOf<'response'>;

function* auditLines({ table, scenario, traceHash }: RunToExport): Generator<string> {
  const clock = clockOf(scenario);
  const requests = new Map<number, Request>();
  const arrivals = new Map<Seq, number>();
  for (let seq = 0; seq < table.length; seq += 1) {
    noteRequest(table, seq, { requests, arrivals });
    const response = table.recordOf(seq, 'response');
    const request = response && requests.get(response.id);
    if (!response || !request) continue;
    requests.delete(response.id);
    const receivedAt = clock(arrivals.get(request.seq) ?? request.t);
    const times = { receivedAt, stageAt: clock(response.t) };
    const auditID = uuidOf(`${traceHash} ${request.id}`);
    yield `${JSON.stringify(auditEvent(request, response, { ...times, auditID }))}\n`;
  }
}

interface Noted {
  readonly requests: Map<number, Request>;
  /** When a request's message arrived, by the request's seq. */
  readonly arrivals: Map<Seq, number>;
}

function noteRequest(table: TraceTable, seq: Seq, { requests, arrivals }: Noted): void {
  const request = table.recordOf(seq, 'request');
  if (request && request.group !== ETCD_GROUP) requests.set(request.id, request);
  const message = table.recordOf(seq, 'message');
  if (message && !message.lost) arrivals.set(message.of, message.arrivesAt);
}

interface AuditFacts {
  readonly receivedAt: string;
  readonly stageAt: string;
  readonly auditID: string;
}

/** Fields in the order of the Go struct, which is the order of a real log. */
function auditEvent(request: Request, response: Response, facts: AuditFacts) {
  const { verb, user, userAgent } = request;
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID: facts.auditID,
    stage: verb === WATCH ? 'ResponseStarted' : 'ResponseComplete',
    requestURI: requestUri(request),
    verb,
    user: { username: user },
    ...(userAgent === '' ? {} : { userAgent }),
    ...(request.resource === '' ? {} : { objectRef: objectRef(request) }),
    responseStatus: statusOf(response),
    requestReceivedTimestamp: facts.receivedAt,
    stageTimestamp: facts.stageAt,
  };
}

function objectRef(request: Request) {
  const { resource, name, group: apiGroup, version: apiVersion, subresource } = request;
  // The path of a namespace is inside that namespace; see RequestInfoFactory.NewRequestInfo.
  const itself = resource === 'namespaces' && request.verb !== 'create';
  const namespace = itself ? name : request.namespace;
  const all = { resource, namespace, name, apiGroup, apiVersion, subresource };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function statusOf({ code, reason }: Response) {
  if (code < ERROR_FROM) return { metadata: {}, code };
  return {
    metadata: {},
    status: 'Failure',
    ...(reason === '' ? {} : { reason }),
    code,
  };
}

/** The path that a client of the REST API asks for; of a non-resource request its own path. */
function requestUri(request: Request): string {
  const { group, version, resource, namespace, name, subresource, verb, query } = request;
  const question = query === '' ? '' : `?${query}`;
  if (resource === '') return name + question;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  // A new object's name stands in the body; a namespace is no object of another one.
  const inside = namespace === '' || resource === 'namespaces' ? '' : `/namespaces/${namespace}`;
  const inBody = verb === 'create' && subresource === '';
  const named = name === '' || inBody ? '' : `/${name}`;
  const part = subresource === '' ? '' : `/${subresource}`;
  return `${root}${inside}/${resource}${named}${part}${question}`;
}

/** A UUID in the form of version 4, from a text. */
function uuidOf(text: string): string {
  const hex = textHash(text);
  const variant = '89ab'[Number.parseInt(hex[16], 16) % 4];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
