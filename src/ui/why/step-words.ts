/** A step of the scenario, or the end of one, in few words of the person's language. */
import type { RecordOf } from '#trace';
import { defineTexts, type Translate } from '../i18n';

export const stepTexts = defineTexts(
  {
    kill: 'kill',
    terminate: 'terminate',
    start: 'start',
    pause: 'pause',
    resume: 'resume',
    restart: 'restart',
    partition: 'partition',
    delay: 'slow links',
    clock: 'clock',
    hook: 'hook',
    put: 'put',
    drop: 'drop',
    note: 'note',
    etcd: 'etcd fault',
    outage: 'etcd outage',
    latency: 'etcd latency',
    compact: 'etcd compaction',
    defrag: 'etcd defragmentation',
    disarm: 'etcd alarm disarmed',
    rate: '×{rate}',
    healed: 'healed: {what}',
    back: '{what} comes back',
    'end-of': 'end of {what}',
  },
  {
    kill: '杀死',
    terminate: '终止',
    start: '启动',
    pause: '暂停',
    resume: '继续',
    restart: '重启',
    partition: '切断',
    delay: '拖慢',
    clock: '时钟',
    hook: 'hook',
    put: '写入',
    drop: '删除',
    note: '旁白',
    etcd: 'etcd 故障',
    outage: 'etcd 不应答',
    latency: 'etcd 变慢',
    compact: 'etcd 压缩',
    defrag: 'etcd 碎片整理',
    disarm: 'etcd 解除告警',
    rate: '×{rate}',
    healed: '已恢复：{what}',
    back: '{what} 恢复运行',
    'end-of': '{what}结束',
  },
);

type Key = keyof (typeof stepTexts)['en'];
export type StepText = Translate<(typeof stepTexts)['en']>;

/** A step of the timeline: its time in Go's form. */
interface Act extends Step {
  readonly at: string;
}

type Step = Pick<RecordOf<'fault'>, 'verb' | 'target' | 'step'>;

export interface StepWords {
  readonly label: string;
  /** The same where there is no room for it. */
  readonly short: string;
}

const HALTS: ReadonlySet<string> = new Set(['kill', 'terminate', 'pause']);
const ETCD_FAULTS = ['outage', 'latency', 'compact', 'defrag', 'disarm'] as const;

export function stepWords({ verb, target, step }: Step, t: StepText): StepWords {
  const fields = fieldsOf(step);
  if (!('undo' in fields)) return namedStep({ verb, target, step }, t);
  if (HALTS.has(verb))
    return { label: t('back', { what: target }), short: t('back', { what: '' }) };
  const { label, short } = namedStep({ verb, target, step: fields.undo }, t);
  return { label: t('healed', { what: label }), short: t('healed', { what: short }) };
}

function namedStep({ verb, target, step }: Step, t: StepText): StepWords {
  if (verb === 'etcd') {
    const fields = fieldsOf(step);
    const fault = ETCD_FAULTS.find((key) => key in fields) ?? 'etcd';
    const short = t(fault);
    return { label: fault === 'latency' ? `${short} ${fields.latency}` : short, short };
  }
  const short = verbWord(verb, t);
  if (verb === 'clock') {
    const label = `${short} ${target}${clockWords(fieldsOf(step), t)}`;
    return { label, short };
  }
  return { label: `${short} ${target}`.trim(), short };
}

/** A step of the timeline with its time, where it is not a record of a run. */
export const actWords = ({ at, ...step }: Act, t: StepText): string =>
  `${at} ${namedStep(step, t).label}`;

/** How wrong a clock is: what it jumped by, and its seconds a second. */
function clockWords({ offset, rate }: Readonly<Record<string, unknown>>, t: StepText): string {
  const jump = offset === undefined ? '' : ` ${clockOffset(String(offset))}`;
  return rate === undefined ? jump : `${jump} ${t('rate', { rate: String(rate) })}`;
}

/** With its sign. */
export const clockOffset = (text: string): string => (/^[+-]/.test(text) ? text : `+${text}`);

/** The timer that ends a step is named after its verb, that of a process after its start. */
export function timerWords(name: string, t: StepText): string {
  const started = /^start (\S+)$/.exec(name)?.[1];
  if (started !== undefined) return `${t('start')} ${started}`;
  const verb = /^undo (\w+)$/.exec(name)?.[1];
  return verb === undefined ? name : t('end-of', { what: verbWord(verb, t) });
}

/** Verbs of kubectl and what Kubernetes names stay as they are. */
const verbWord = (verb: string, t: StepText): string =>
  verb in stepTexts.en ? (t as unknown as (key: Key) => string)(verb as Key) : verb;

const fieldsOf = (step: unknown): Readonly<Record<string, unknown>> =>
  typeof step === 'object' && step !== null ? (step as Readonly<Record<string, unknown>>) : {};
