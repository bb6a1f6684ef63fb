/** A sentence for every record, in the person's language, built from the record's own fields. */
import type { LocalText } from '#protocol';
import type { RecordKind, RecordOf, Seq, TraceTable } from '#trace';
import {
  formatClock,
  formatSpan,
  namesInAList,
  type Translate,
  translator,
  type Wording,
} from '../i18n';
import { processOf } from '../selected';
import { answerSentence, askSentence, messageSentence, resourceName } from './call-sentences';
import { processSentence } from './process-sentence';
import { stepTexts, stepWords } from './step-words';
import { sentenceTexts } from './texts';

export type Words = Translate<(typeof sentenceTexts)['en']>;

/** What a writer of sentences may look at. */
export interface SentenceContext {
  readonly t: Words;
  readonly table: TraceTable;
  readonly language: Wording['language'];
}

type Writers = { readonly [K in RecordKind]: (r: RecordOf<K>, c: SentenceContext) => string };

/** One writer for each kind. A value that a writer does not know is shown as it is. */
const WRITERS: Writers = {
  state: ({ actor, from, to, event }, { t }) =>
    from === '' || from === to
      ? t('state-first', { actor, to })
      : t('state', { actor, from, to, event: event || '·' }),
  request: askSentence,
  response: answerSentence,
  watch: (r, { t }) =>
    t('watch', {
      actor: r.actor,
      type: r.type,
      what: resourceName(r),
      version: r.resourceVersion,
    }),
  message: messageSentence,
  connection: ({ client, server, phase, reason }, { t }) =>
    phase === 'opened' || phase === 'closed' || phase === 'timed-out'
      ? t(`connection-${phase}`, { client, server, reason })
      : t('connection-other', { client, server, phase, reason }),
  timer: ({ actor, name, phase, firesAt }, { t }) =>
    phase === 'armed'
      ? t('timer-armed', { actor, name, time: formatClock(firesAt) })
      : t('timer-cancelled', { actor, name }),
  decision: decisionSentence,
  delta: (r, { t }) =>
    t('delta', {
      actor: r.actor,
      informer: r.informer,
      type: r.type,
      what: [r.namespace, r.name].filter(Boolean).join('/'),
    }),
  etcd: storeSentence,
  hook: ({ server, name, phase }, { t }) => {
    const known = phase === 'started' || phase === 'failed' ? phase : 'succeeded';
    return t(`hook-${known}`, { server, name });
  },
  health: ({ server, endpoint, code, failing }, { t }) => {
    const names = Array.isArray(failing) ? namesInAList(failing, t.language) : '';
    return names === ''
      ? t('health-good', { server, endpoint, code })
      : t('health-bad', { server, endpoint, code, failing: names });
  },
  lease: leaseSentence,
  queue: ({ controller, op, key, delay }, { t }) =>
    delay > 0
      ? t('queue-delayed', { controller, op, key, span: formatSpan(delay) })
      : t('queue', { controller, op, key }),
  event: ({ type, reason, message }, { t }) => t('event', { type, reason, message }),
  process: (r, { t }) => processSentence(r, t),
  repair: ({ actor, allocator, phase }, { t }) => t('repair', { actor, allocator, phase }),
  endpoints: endpointsSentence,
  fault: faultSentence,
  log: ({ actor, message }, { t }) => t('log', { actor, message }),
  expect: ({ name, ok }, { t }) => t(ok ? 'expect-held' : 'expect-missed', { name }),
  invariant: ({ name, ok, reason }, { t }) =>
    ok ? t('invariant-held', { name }) : t('invariant-broken', { name, reason }),
};

function decisionSentence(r: RecordOf<'decision'>, { t }: SentenceContext): string {
  const { actor, name, outcome, reason } = r;
  if (name === 'IsNextRetry') {
    return t(outcome === 'none' ? 'no-retry' : 'retry', { client: processOf(actor), reason });
  }
  if (outcome === 'none') return t('decision-none', { actor, name, reason });
  // The end of a line of kubectl decides nothing.
  return name === 'Execute' && outcome.startsWith('exit ')
    ? t('line-ended', { actor, outcome, line: reason })
    : t('decision', { actor, outcome, name, reason });
}

/** The sentence of one record. @throws InvariantError when there is no such record. */
export function sentenceOf(table: TraceTable, seq: Seq, wording: Wording): string {
  const record = table.record(seq);
  const t = translator(sentenceTexts, wording);
  const write = WRITERS[record.kind] as (r: typeof record, c: SentenceContext) => string;
  return write(record, { t, table, language: wording.language }).trim();
}

/**
 * The sentence of a record as the cause of another: a timer that was armed is told as one that
 * fired, for that is what made the other happen.
 */
export function causeSentenceOf(table: TraceTable, seq: Seq, wording: Wording): string {
  const timer = table.recordOf(seq, 'timer');
  if (timer?.phase !== 'armed') return sentenceOf(table, seq, wording);
  const { actor, name, firesAt, t: armedAt } = timer;
  return translator(sentenceTexts, wording)('timer-fired', {
    actor,
    name,
    time: formatClock(firesAt),
    armed: formatClock(armedAt),
  });
}

function storeSentence({ op, key, revision, lease }: RecordOf<'etcd'>, { t }: SentenceContext) {
  switch (op) {
    case 'put':
      return lease === 0
        ? t('store-put', { key, revision })
        : t('store-put-lease', { key, revision, lease });
    case 'delete':
      return t('store-delete', { key, revision });
    case 'lease-grant':
    case 'lease-keepalive':
    case 'lease-expire':
    case 'lease-revoke':
      return t(`store-${op}`, { lease });
    case 'compact':
      return t('store-compact', { revision });
    case 'defrag':
    case 'alarm':
    case 'alarm-disarm':
      return t(`store-${op}`);
    default:
      return t('store-other', { op, key });
  }
}

function leaseSentence({ actor, lease, holder, phase }: RecordOf<'lease'>, { t }: SentenceContext) {
  switch (phase) {
    case 'acquired':
    case 'renewed':
    case 'renew-failed':
    case 'lost':
    case 'released':
      return t(`lease-${phase}`, { holder, lease });
    case 'observed':
      return t('lease-observed', { actor: processOf(actor), holder, lease });
    default:
      return t('lease-other', { lease, holder, phase });
  }
}

function endpointsSentence(r: RecordOf<'endpoints'>, { t }: SentenceContext): string {
  const list = (ips: unknown): string =>
    (Array.isArray(ips) && namesInAList(ips, t.language)) || t('no-addresses');
  const addresses = list(r.addresses);
  if (r.action === 'none') return t('endpoints-same', { actor: r.actor, addresses });
  const faults = [
    !r.formatCorrect && t('fault-format'),
    !r.ipsCorrect && t('fault-ips'),
    !r.portsCorrect && t('fault-ports'),
    r.skipMirrorChanged && t('fault-label'),
  ].filter((fault) => typeof fault === 'string');
  return t('endpoints', {
    actor: r.actor,
    faults: namesInAList(faults, t.language) || '·',
    action: r.action,
    addresses,
    leases: list(r.leases),
  });
}

function faultSentence({ verb, target, step }: RecordOf<'fault'>, context: SentenceContext) {
  const { t, language } = context;
  if (verb !== 'note') {
    const what = stepWords({ verb, target, step }, translator(stepTexts, context));
    return t('fault', { what: what.label });
  }
  const note = step as LocalText | string;
  return t('note', { text: typeof note === 'string' ? note : note[language] });
}
