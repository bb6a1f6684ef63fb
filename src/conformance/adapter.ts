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

export interface AreaAdapter {
  readonly area: string;
  /** By shape: the name of `when.op`, or `sequence`, `request`, `list`, or a sentence's head. */
  readonly calls: Readonly<Record<string, (question: Question) => Answer>>;
  /** The call of a shape with words of its own, such as numbers, that the table cannot list. */
  readonly callOf?: (shape: string) => ((question: Question) => Answer) | undefined;
}

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
