/** What the stage says about a process: lines of its label, a sentence for screen readers. */

import { formatClock, inClauses, type Translate } from '../../i18n';
import type { LabelBox } from './labels';
import type { Vertex } from './layout';
import type { CastMember, ProcessKind } from './process-kind';
import type { HookBead, ProcessView, RunningLease } from './select';
import type { stageTexts } from './texts';

export type StageText = Translate<typeof stageTexts.en>;

const KIND_KEYS = {
  etcd: 'kindEtcd',
  apiserver: 'kindApiserver',
  kcm: 'kindKcm',
  scheduler: 'kindScheduler',
  node: 'kindNode',
  client: 'kindClient',
} as const satisfies Readonly<Record<ProcessKind, string>>;

export type LabelTone = 'plain' | 'dim' | 'lease' | 'fault' | 'amber';

export interface LabelLine {
  readonly text: string;
  readonly tone: LabelTone;
  /** It is the name. */
  readonly bold?: boolean;
  /** Digits by which it is shorter than it was a moment ago. */
  readonly missing?: number;
}

/** All that the state line of a server may say: with the time of an exit, and without. */
export function longestStates(t: StageText): { states: string[]; shortStates: string[] } {
  const looks = ['absent', 'starting', 'unready', 'ready', 'terminating', 'paused'] as const;
  const exits = ['SIGKILL', t('exitCode', { code: 255 })];
  const plain = looks.map((look) => t(look));
  const notAsked = t('notAskedSince', { time: formatClock(0) });
  return {
    states: [...plain, notAsked, ...exits.map((exit) => `${exit} ${formatClock(0)}`)],
    shortStates: [...plain, t('notAsked'), ...exits],
  };
}

export function longestLease(t: StageText): string {
  return t('leaseLeft', { time: '15.0 s' });
}

/** How many of what, and of which versions where not all processes have the same. */
export function groupName(t: StageText, { members, kind }: Vertex, versioned = true): string {
  const name = t('members', { count: members.length, kind: t(KIND_KEYS[kind]) });
  const versions = new Set(members.flatMap(({ version }) => version ?? []));
  return versioned && versions.size > 0 ? `${name} ${[...versions].sort().join(' ')}` : name;
}

const SHORT_KEYS = {
  apiserver: 'shortApiserver',
  kcm: 'shortKcm',
  scheduler: 'shortScheduler',
} as const;

/** A process of the control plane in few words: its kind, and what tells it from its replicas. */
export function shortName(t: StageText, { name, kind }: CastMember): string {
  if (kind !== 'apiserver' && kind !== 'kcm' && kind !== 'scheduler') return name;
  const last = name.slice(name.lastIndexOf('-') + 1);
  const word = t(SHORT_KEYS[kind]);
  return last.length > 2 ? word : `${word} ${last}`;
}

/** What a label has room for: a short name in place of the name, and the version. */
export type NameForm = Pick<LabelBox, 'short' | 'versioned'>;

/** The name, in the form that found room, and that it leads. */
export function electedName(t: StageText, view: ProcessView, form: NameForm): string {
  const name = withVersion(form.short ? shortName(t, view) : view.name, view, form.versioned);
  return view.leads ? `${name} ${t('leader')}` : name;
}

/** With whom it stands for, and how many of them are down. */
export function spokenGroup(t: StageText, vertex: Vertex, views: readonly ProcessView[]): string {
  const [first, last] = [vertex.members[0].name, vertex.members.at(-1)?.name ?? ''];
  const down = views.filter(({ look }) => look === 'exited').length;
  const who = `${groupName(t, vertex)}, ${t('fromTo', { first, last })}`;
  return down > 0 ? `${who}, ${t('someDown', { count: down })}` : who;
}

export function stateLine(t: StageText, view: ProcessView, withTime = true): LabelLine {
  if (view.paused) return { text: t('paused'), tone: 'amber' };
  if (view.notAskedSince !== undefined) {
    const time = formatClock(view.notAskedSince);
    return { text: withTime ? t('notAskedSince', { time }) : t('notAsked'), tone: 'dim' };
  }
  switch (view.look) {
    case 'exited':
      return {
        text: withTime ? `${exitWord(t, view)} ${formatClock(view.since)}` : exitWord(t, view),
        tone: 'fault',
      };
    case 'terminating':
      return { text: t('terminating'), tone: 'amber' };
    case 'ready':
      return { text: t(view.kind === 'apiserver' ? 'ready' : 'running'), tone: 'plain' };
    default:
      return { text: t(view.look), tone: 'dim' };
  }
}

/** The signal that ended it, or its exit code where the component ended itself. */
function exitWord(t: StageText, { reason, exitCode }: ProcessView): string {
  if (/^SIG[A-Z]+$/.test(reason)) return reason;
  return exitCode === null ? t('exited') : t('exitCode', { code: exitCode });
}

/** `11.8 s`, always one decimal. */
export function leaseTime({ leftUs }: RunningLease): string {
  return `${(Math.floor(leftUs / 100_000) / 10).toFixed(1)} s`;
}

/** A space as wide as a digit. */
const FIGURE_SPACE = '\u2007';

/** A line with room in front for the digits it lacks, so that the others stay where they are. */
export function paddedText({ text, missing = 0 }: LabelLine): string {
  return FIGURE_SPACE.repeat(missing) + text;
}

export interface LabelOptions {
  /** How many lines found room. */
  readonly lines: number;
  /** A short name found room before the state. */
  readonly named?: boolean;
  /** The version found room, which the body has none for. */
  readonly versioned?: boolean;
  /** Time runs too fast for seconds to be read. */
  readonly calm?: boolean;
}

/** The lines of a server's label in the form that found room. */
export function serverLines(
  t: StageText,
  view: ProcessView,
  { lines, named = false, versioned = false, calm = false }: LabelOptions,
): LabelLine[] {
  const plain = stateLine(t, view, lines === 3);
  const short = named ? `${withVersion(shortName(t, view), view, versioned)} · ` : '';
  const tag = versioned && !named && lines < 3 && view.version ? `${view.version} ` : '';
  const state = { ...plain, text: `${short}${tag}${plain.text}` };
  const lease = view.lease && leaseLine(t, view.lease, calm);
  if (lines === 1) return [lease ? { ...lease, text: tag + lease.text } : state];
  if (lines === 2) return lease ? [state, lease] : [state];
  const tone = view.look === 'absent' ? 'dim' : 'plain';
  const name: LabelLine = { text: withVersion(view.name, view, versioned), tone, bold: true };
  if (!view.address) return lease ? [name, state, lease] : [name, state];
  const address: LabelLine = { text: view.address, tone: 'dim' };
  const last = lease ? { ...lease, text: `${view.address} · ${lease.text}` } : address;
  return [name, state, last];
}

function leaseLine(t: StageText, lease: RunningLease, calm: boolean): LabelLine {
  if (calm || lease.stopped) return { text: t('leaseHeld'), tone: 'lease' };
  const text = t('leaseLeft', { time: leaseTime(lease) });
  return { text, tone: 'lease', missing: longestLease(t).length - text.length };
}

/** Name, state, readiness and lease, as one sentence. Changes at most once a second. */
export function spokenProcess(t: StageText, view: ProcessView): string {
  return inClauses([namedWithVersion(view), spokenState(t, view)], t.language);
}

/** The whole name, and the version where not all have the same. */
export const namedWithVersion = (member: CastMember): string =>
  withVersion(member.name, member, true);

function withVersion(name: string, { version }: CastMember, versioned: boolean): string {
  return versioned && version !== undefined ? `${name} ${version}` : name;
}

export function spokenState(t: StageText, view: ProcessView): string {
  const parts = [stateLine(t, view).text];
  if (view.leads) parts.push(t('leads'));
  if (view.notAskedSince !== undefined && !view.paused) {
    parts.push(t(view.look === 'ready' ? 'wasReady' : 'wasUnready'));
  }
  if (view.hooks.length > 0 && (view.look === 'unready' || view.look === 'starting')) {
    const done = view.hooks.filter(({ phase }) => phase === 'succeeded').length;
    parts.push(t('hooksDone', { done, all: view.hooks.length }));
  }
  if (view.lease) {
    const seconds = Math.floor(view.lease.leftUs / 1_000_000);
    parts.push(view.lease.stopped ? t('leaseStopped') : t('leaseLeftLong', { seconds }));
  } else if (view.kind === 'apiserver') parts.push(t('noLease'));
  return inClauses(parts, t.language);
}

/** The state, and what makes a lease last longer than its TTL says. */
export function tipLine(t: StageText, view: ProcessView): string {
  const state = spokenState(t, view);
  if (!view.lease) return state;
  return `${state} (${t(view.lease.stopped ? 'leaseWaits' : 'leaseScan')})`;
}

const HOOK_KEYS = {
  waiting: 'hookWaiting',
  started: 'hookStarted',
  succeeded: 'hookSucceeded',
  failed: 'hookFailed',
} as const satisfies Readonly<Record<HookBead['phase'], string>>;

export function hookLine(t: StageText, { phase, since }: HookBead): string {
  const state = t(HOOK_KEYS[phase]);
  return since === undefined ? state : t('hookSince', { state, time: formatClock(since) });
}
