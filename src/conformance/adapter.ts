/**
 * What an area's adapter is: a table from the shape of `when` to a call of the product. An adapter
 * gets neither the id nor `then` of a case.
 */
import type { Profile, Switches } from '#kube';
import { isObject, type Json, type JsonObject } from './case';
import type { Facts } from './facts';

export interface Question {
  readonly given: JsonObject;
  readonly when: Json;
  readonly profile: Profile;
  readonly switches: Switches;
}

export interface Answer {
  readonly facts: Facts;
  /** What each step gave, under the name by which steps say what they expect. */
  readonly steps?: readonly Facts[];
}

type Call = (question: Question) => Answer;

export interface AreaAdapter {
  readonly area: string;
  /** By shape: the name of `when.op`, or `sequence`, `request`, `list`, or a sentence's head. */
  readonly calls: Readonly<Record<string, Call>>;
  /** The call of a shape with words of its own, such as numbers, that the table cannot list. */
  readonly callOf?: (shape: string) => Call | undefined;
}

/** A pattern of shapes, and the call of those that are like it; it gets the pattern's parts. */
type Form = readonly [
  RegExp,
  (question: Question, parts: readonly (string | undefined)[]) => Answer,
];

export const byForms =
  (...forms: readonly Form[]) =>
  (shape: string): Call | undefined => {
    for (const [pattern, call] of forms) {
      const found = pattern.exec(shape);
      if (found) return (question) => call(question, found.slice(1));
    }
    return undefined;
  };

/** Nothing in the table stands for what the case says. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** Fields of `when` that are its shape when it names no op. */
const SHAPE_FIELDS = ['sequence', 'request', 'requests', 'runs', 'ops'] as const;

export function shapeOf(when: Json): string {
  if (typeof when === 'string') return when.split(/[:(]/)[0].trim();
  if (Array.isArray(when)) return 'list';
  if (!isObject(when)) return '';
  if (typeof when.op === 'string') return when.op;
  const field = SHAPE_FIELDS.find((name) => when[name] !== undefined);
  return field ?? `{${Object.keys(when).join(',')}}`;
}
