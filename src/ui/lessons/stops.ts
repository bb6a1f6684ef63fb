/** The stops of a lesson: what its timeline says to the reader, in order. Pure. */
import { parseGoDuration } from '#base';
import type { Scenario } from '#protocol';
import { type Ask, type Condition, type LocalText, readCondition } from '#protocol';
import type { Seq, TraceTable } from '#trace';
import { localText } from '../i18n';
import type { Language } from '../stores';

export type Stop =
  | { readonly kind: 'note'; readonly at: number; readonly text: LocalText | string }
  | { readonly kind: 'ask'; readonly at: number; readonly ask: Ask }
  | {
      readonly kind: 'breakpoint';
      readonly at: number;
      readonly condition: Condition;
    };

/** Every note, question and breakpoint of the timeline, in the order of time. */
export function stopsOf(scenario: Scenario | undefined): readonly Stop[] {
  const stops = (scenario?.spec.timeline ?? []).flatMap((step): Stop[] => {
    const at = parseGoDuration(step.at) ?? 0;
    if (step.note !== undefined) return [{ kind: 'note', at, text: step.note as LocalText }];
    if (step.ask !== undefined) return [{ kind: 'ask', at, ask: step.ask as Ask }];
    const { when } = (step.breakpoint ?? {}) as { readonly when?: string };
    const read = when === undefined ? undefined : readCondition(when);
    return read?.ok ? [{ kind: 'breakpoint', at, condition: read.value }] : [];
  });
  return stops.sort((a, b) => a.at - b.at);
}

/** The first record from the breakpoint's time on that fulfils it; undefined when none has yet. */
export function breakingRecord(
  table: TraceTable,
  { at, condition }: Extract<Stop, { kind: 'breakpoint' }>,
): Seq | undefined {
  for (let seq = table.firstAt(at); seq < table.length; seq += 1) {
    if (condition.matches(table, seq)) return seq;
  }
  return undefined;
}

/** Words of English, and Chinese characters, that a person reads a minute, unhurried. */
const WORDS_A_MINUTE = 160;
const CHARACTERS_A_MINUTE = 280;
/** To look at what happened, and to think about a question, minutes a stop. */
const LOOKING: Readonly<Record<Stop['kind'], number>> = { note: 0.2, ask: 0.4, breakpoint: 0.3 };

/**
 * How long a lesson takes, whole minutes, from what there is to read and to answer. One figure for
 * both languages, that of the one that takes longer: a lesson is the same length to everybody.
 */
export function minutesOf(stops: readonly Stop[]): number {
  const minutes = (language: Language) =>
    stops.reduce((sum, stop) => sum + readingTime(stop, language), 0);
  return Math.max(1, Math.round(Math.max(minutes('en'), minutes('zh'))));
}

function readingTime(stop: Stop, language: Language): number {
  const text = textsOf(stop)
    .map((one) => localText(one, language))
    .join(' ');
  const reading =
    language === 'zh'
      ? text.length / CHARACTERS_A_MINUTE
      : text.split(/\s+/).filter(Boolean).length / WORDS_A_MINUTE;
  return reading + LOOKING[stop.kind];
}

/** What is read at a stop; of the reasons of wrong answers only one. */
function textsOf(stop: Stop): readonly (LocalText | string)[] {
  if (stop.kind === 'note') return [stop.text];
  if (stop.kind === 'breakpoint') return [];
  const { question, answers, because } = stop.ask;
  return [question, ...answers.map(({ text }) => text), because];
}
