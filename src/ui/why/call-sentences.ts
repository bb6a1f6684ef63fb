/** Sentences of what travels: requests, responses, messages. */
import type { RecordOf, TraceTable } from '#trace';
import { formatSpan } from '../i18n';
import { processOf } from '../selected';
import type { SentenceContext, Words } from './sentences';

/** API group of the calls to the store; everything else is the Kubernetes API. */
const STORE_GROUP = 'etcdserverpb';
/** Causes looked at to find the request behind an answer. */
const CAUSES_TO_REQUEST = 4;

/** `endpoints default/kubernetes`, as far as it has these parts. */
export function resourceName(r: {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}): string {
  const name = [r.namespace, r.name].filter(Boolean).join('/');
  return [r.resource, name].filter(Boolean).join(' ');
}

export function askSentence(r: RecordOf<'request'>, { t }: SentenceContext): string {
  const client = processOf(r.client);
  const server = processOf(r.server);
  if (r.group === STORE_GROUP) return storeAsk(r, client, t);
  const what = r.subresource === '' ? resourceName(r) : `${resourceName(r)} (${r.subresource})`;
  return client === server
    ? t('request-loopback', { server, verb: r.verb, what })
    : t('request', { client, server, verb: r.verb, what });
}

function storeAsk({ verb, resource, name }: RecordOf<'request'>, client: string, t: Words): string {
  switch (verb) {
    case 'range':
    case 'watch':
      return t(`etcd-${verb}`, { client, name });
    case 'txn':
    case 'put':
      return t('etcd-txn', { client, name });
    case 'delete':
      return t('etcd-delete', { client, name });
    case 'grant':
    case 'keepalive':
    case 'revoke':
      return t(`etcd-${verb}`, { client });
    default:
      return t('etcd-other', { client, verb, name: name || resource });
  }
}

export function answerSentence(r: RecordOf<'response'>, { t, table }: SentenceContext): string {
  const request = requestBehind(table, r);
  const client = processOf(request?.client ?? '?');
  const server = processOf(request?.server ?? r.actor);
  if (r.code === 0) return t('response-none', { client, server, reason: r.reason });
  const span = formatSpan(r.t - (request?.t ?? r.t));
  const { code, reason } = r;
  // etcd speaks gRPC: a code of HTTP is the trace's own way to say whether it went well.
  if (request?.group === STORE_GROUP) {
    return code < 400
      ? t('response-store', { server, client, span })
      : t('response-store-failed', { server, client, span, reason: reason || String(code) });
  }
  return reason === '' || reason === 'OK'
    ? t('response-ok', { server, client, span, code })
    : t('response', { server, client, span, code, reason });
}

/** The request that an answer belongs to: the nearest cause with its id. */
function requestBehind(
  table: TraceTable,
  { seq, id }: RecordOf<'response'>,
): RecordOf<'request'> | undefined {
  let at = table.causeOf(seq);
  for (let i = 0; i < CAUSES_TO_REQUEST && at !== undefined; i += 1) {
    const request = table.recordOf(at, 'request');
    if (request?.id === id) return request;
    at = table.causeOf(at);
  }
  return undefined;
}

export function messageSentence(r: RecordOf<'message'>, { t, table }: SentenceContext): string {
  const { from, to, lost, sentAt, arrivesAt } = r;
  const kind = r.of >= 0 && r.of < table.length ? table.kindOf(r.of) : 'message';
  return lost
    ? t('message-lost', { kind, from, to })
    : t('message', { from, to, kind, span: formatSpan(arrivesAt - sentAt) });
}
