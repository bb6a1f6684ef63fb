/** Area `filters`: limits of requests in flight, and refusals of a server that shuts down. */
import { withRetryAfter } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { FilterStand, type Sent } from '../filter-stand';
import { Fields, fieldsOfWhen } from '../read-fields';

export const filtersAdapter: AreaAdapter = { area: 'filters', calls: { sequence, request } };

/** The model's user of system:masters, and one who is in no group. */
const MASTER = 'kubernetes-admin';
const ANYBODY = 'anybody';
const MASTERS = 'system:masters';
/** What the channel of the signal may be; where it is not closed, nothing is refused. */
const SIGNALS = /^(?:nil|closed|(?:still )?open|(?:not|never) closed)$/;
/** Most requests of one step. */
const MOST = 1_000;

interface Step {
  readonly sent: readonly Sent[];
  readonly hangs: boolean;
}

function sequence({ given, when, ...question }: Question): Answer {
  const inputs = new Fields(given, 'given').only(
    'maxRequestsInflight',
    'maxMutatingRequestsInflight',
  );
  const readOnly = inputs.count('maxRequestsInflight');
  const mutating = inputs.count('maxMutatingRequestsInflight');
  const stand = new FilterStand({ given, when, ...question }, { limits: { readOnly, mutating } });
  const steps = fieldsOfWhen(when).only('sequence').list('sequence');
  const done = steps.map((each, index) =>
    oneStep(stand, new Fields(each, `when.sequence[${index}]`)),
  );
  // At the end nothing is kept back; what still waited is answered late.
  const before = done.map((step) => step?.sent.map(({ code }) => code));
  stand.release();
  const statuses = done.map((step, index) => (step ? statusOf(step, before[index]) : null));
  return { facts: { statuses } };
}

function oneStep(stand: FilterStand, step: Fields): Step | undefined {
  if (step.has('op')) {
    if (!step.only('op').text('op').startsWith('release')) throw new Unsupported('op: release');
    stand.release();
    return undefined;
  }
  step.only('request', 'count', 'hangs', 'groups');
  const user = step.texts('groups', []).includes(MASTERS) ? MASTER : ANYBODY;
  const hangs = step.flag('hangs', false);
  const sent: Sent[] = [];
  for (let count = step.count('count', 1, MOST); count > 0; count -= 1) {
    const one = stand.send(step.text('request'), user, ANYBODY, hangs);
    // Who hangs has no answer yet.
    if (hangs && one.code !== undefined) throw new Unsupported('hangs: it was answered');
    sent.push(one);
  }
  return { sent, hangs };
}

/** One code for all requests of a step; `later` where they had to wait for it. */
function statusOf({ sent, hangs }: Step, before: readonly unknown[] = []): Json {
  const codes = new Set(sent.map(({ code }) => code));
  const [code = null] = codes;
  if (codes.size !== 1 || code === null) return [...codes].map((each) => each ?? null);
  if (!hangs) return before.includes(undefined) ? null : code;
  return `${code} later`;
}

function request({ given, when, ...question }: Question): Answer {
  const inputs = new Fields(given, 'given').only('notAcceptingSignal', 'waitGroupIsWaiting');
  const signal = inputs.text('notAcceptingSignal');
  if (!SIGNALS.test(signal)) throw new Unsupported(`given.notAcceptingSignal: ${signal}`);
  const closed = signal === 'closed';
  const waits = inputs.flag('waitGroupIsWaiting');
  const asked = fieldsOfWhen(when).only('request', 'userAgent');
  const userAgent = asked.text('userAgent');
  const stand = new FilterStand({ given, when, ...question }, { closed, waits });
  const { code } = stand.send(asked.text('request'), ANYBODY, userAgent);
  const path = asked.text('request').split(' ')[1]?.split('?')[0] ?? '';
  const notAccepting = signal === 'nil' ? undefined : closed;
  const { headers } = withRetryAfter({ notAccepting, path, userAgent }) ?? {};
  return {
    facts: {
      status: code ?? null,
      handlerCalls: stand.handlerCalls,
      headers: {
        Connection: headers?.Connection ?? '',
        'Retry-After': headers?.['Retry-After'] ?? '',
      },
    },
  };
}
