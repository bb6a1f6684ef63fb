/**
 * The verb `ask`: a question to the reader before going on. It touches nothing in the run and
 * leaves no record. Which answer is right is either marked (`right`), or told by the run: the
 * answer whose `expect` names an expectation of the document that held. The run can be changed, so
 * an answer that was right in the library may be wrong in somebody's own run; then perhaps none is
 * right.
 */
import type { LocalText } from './catalogue';
import { type FieldFault, type FieldPath, isMapping } from './fault-path';
import { localTextField, wholeNumberField, wordsField } from './fields';
import { z } from './schema-kit';
import { quote, suggestion } from './wording';

export interface AskAnswer {
  readonly text: LocalText | string;
  /** Why it is wrong; every answer that may turn out to be wrong has one. */
  readonly because?: LocalText | string;
  /** Name of an expectation; the answer is right when it held. */
  readonly expect?: string;
}

export interface Ask {
  readonly question: LocalText | string;
  readonly answers: readonly AskAnswer[];
  /** Place of the right answer, from 0, where no run is needed to tell. */
  readonly right?: number;
  /** What is said once the right answer is known. */
  readonly because: LocalText | string;
}

/** Fewest and most answers; more than that nobody reads. */
const ANSWERS_MIN = 2;
const ANSWERS_MAX = 6;

function answerSchema(): z.ZodMiniType<AskAnswer> {
  return z
    .strictObject({
      text: localTextField('The answer.'),
      because: z.optional(localTextField('Why it is wrong, when it is.')),
      expect: z.optional(
        wordsField('The expectation that makes it right when it holds.', 'the address leaves'),
      ),
    })
    .check(z.meta({ description: 'One of the answers.' }));
}

/** The form of the verb's value. */
export function askSchema(): z.ZodMiniType<Ask> {
  return z
    .strictObject({
      question: localTextField('The question, before anything is told.'),
      answers: z
        .array(answerSchema())
        .check(z.meta({ description: `${ANSWERS_MIN} to ${ANSWERS_MAX} answers.` })),
      right: z.optional(wholeNumberField('Place of the right answer, from 0.', 0, ANSWERS_MAX - 1)),
      because: localTextField('Said once the right answer is known.'),
    })
    .check(z.meta({ description: 'A question before going on; it touches nothing in the run.' }));
}

/** Rules between the fields of a question. `names` are those of the document's expectations. */
export function askRules(
  at: FieldPath,
  ask: unknown,
  names: readonly string[],
): readonly FieldFault[] {
  if (!isMapping(ask) || !Array.isArray(ask.answers)) return [];
  const { answers, right } = ask;
  const told = answers.filter((answer) => isMapping(answer) && answer.expect !== undefined).length;
  return [
    ...countFaults([...at, 'answers'], answers.length),
    ...rightFaults(at, right, { told, count: answers.length }),
    ...answers.flatMap((answer, place) =>
      isMapping(answer)
        ? answerFaults([...at, 'answers', place], answer, { names, right: place === right })
        : [],
    ),
  ];
}

function countFaults(at: FieldPath, count: number): FieldFault[] {
  if (count >= ANSWERS_MIN && count <= ANSWERS_MAX) return [];
  return [{ at, reason: `needs ${ANSWERS_MIN} to ${ANSWERS_MAX} answers, found ${count}` }];
}

function rightFaults(
  at: FieldPath,
  right: unknown,
  { told, count }: { readonly told: number; readonly count: number },
): FieldFault[] {
  if (right === undefined) {
    if (told > 0) return [];
    const reason = 'nothing tells the right answer; give right, or expect with an answer';
    return [{ at, reason }];
  }
  const where = [...at, 'right'];
  if (told > 0) return [{ at: where, reason: 'the run tells, by expect; leave one of them out' }];
  if (typeof right !== 'number' || right < count) return [];
  return [{ at: where, reason: `there are ${count} answers, counted from 0` }];
}

function answerFaults(
  at: FieldPath,
  answer: Readonly<Record<string, unknown>>,
  { names, right }: { readonly names: readonly string[]; readonly right: boolean },
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (!right && answer.because === undefined) {
    const reason = 'is missing; an answer that may be wrong says why';
    faults.push({ at: [...at, 'because'], reason });
  }
  const { expect } = answer;
  if (typeof expect === 'string' && !names.includes(expect)) {
    const reason = `no expectation is called ${quote(expect)}${suggestion(expect, names)}`;
    faults.push({ at: [...at, 'expect'], reason });
  }
  return faults;
}
