/**
 * Texts of the page in both languages, with keys and placeholders that the compiler checks. Each
 * part of the page keeps its own `texts.ts`; a test walks all of them. Kubernetes' own words stay
 * English.
 */
import type { LocalText } from '#protocol';
import type { Language } from '../stores';

/** Names of the `{placeholders}` of a text. */
export type Placeholders<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

export interface Texts<E extends Readonly<Record<string, string>>> {
  readonly en: E;
  readonly zh: { readonly [K in keyof E]: string };
}

export interface Translate<E extends Readonly<Record<string, string>>> {
  /** Gives the text of a key, its placeholders filled in. */
  <K extends keyof E & string>(
    key: K,
    ...values: Placeholders<E[K]> extends never
      ? []
      : [values: Readonly<Record<Placeholders<E[K]>, string | number>>]
  ): string;
  /** The language of the texts, for what is joined to them. */
  readonly language: Language;
}

/** Declares the texts of one part of the page. */
export function defineTexts<const E extends Readonly<Record<string, string>>>(
  en: E,
  zh: { readonly [K in keyof E]: string },
): Texts<E> {
  return { en, zh };
}

/** What decides the words: the person's language, or the made-up one of the tests. */
export interface Wording {
  readonly language: Language;
  readonly pseudo?: boolean;
}

export function translator<E extends Readonly<Record<string, string>>>(
  texts: Texts<E>,
  { language, pseudo }: Wording,
): Translate<E> {
  const table: Readonly<Record<string, string>> = texts[language];
  const translate = (
    key: string,
    ...values: readonly Readonly<Record<string, string | number>>[]
  ): string => {
    const filled = fill(table[key], values[0] ?? {});
    return pseudo ? pseudoText(filled) : filled;
  };
  return Object.assign(translate, { language });
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(PLACEHOLDER, (whole, before = '', name: string, after = '') => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = String(values[name]);
    // The room that a Latin name needs between signs of Chinese; a Chinese value needs none.
    const left = STARTS_WIDE.test(value) ? before.trimEnd() : before;
    const right = ENDS_WIDE.test(value) ? after.trimStart() : after;
    return `${left}${value}${right}`;
  });
}

/** A placeholder, with a space between it and a sign of Chinese. */
const PLACEHOLDER = /((?<=\p{Script=Han}) )?\{(\w+)\}( (?=\p{Script=Han}))?/gu;
const STARTS_WIDE = /^[\p{Script=Han}（“《「]/u;
const ENDS_WIDE = /[\p{Script=Han}。，；：、？！）”》」]$/u;

const PSEUDO_LETTERS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/**
 * Marks a text as having come through here and makes it a third longer, as translations often are.
 */
export function pseudoText(text: string): string {
  const accented = text.replace(/[aeiouAEIOU]/g, (letter) => PSEUDO_LETTERS[letter]);
  return `[${accented}${'~'.repeat(Math.ceil(text.length / 3))}]`;
}

/**
 * A text that came from a scenario or the catalogue; a plain string stands for both languages. A
 * number stays in one line with its unit.
 */
export function localText(text: LocalText | string | undefined, language: Language): string {
  if (text === undefined) return '';
  return keepUnits(typeof text === 'string' ? text : text[language]);
}

const BEFORE_UNIT = /(?<=\d) (?=(?:µs|ms|s|min|h)(?![A-Za-z])|毫秒|秒|分|小时|倍)/g;

/** No line ends between a number and its unit. */
export const keepUnits = (text: string): string => text.replace(BEFORE_UNIT, '\u00a0');

/** Sentences after each other: those of Chinese bring their room with their stop. */
export const inARow = (sentences: readonly string[], language: Language): string =>
  sentences.join(language === 'zh' ? '' : ' ');

/** Several things after each other, of which each may be some words long. */
export const inAList = (things: readonly string[], language: Language): string =>
  things.join(language === 'zh' ? '；' : ', ');

/** Names or values after each other. */
export const namesInAList = (names: readonly string[], language: Language): string =>
  names.join(language === 'zh' ? '、' : ', ');

/** What is said of one thing, part by part. */
export const inClauses = (parts: readonly string[], language: Language): string =>
  parts.join(language === 'zh' ? '，' : ', ');

/** What something is called or of what kind it is, and what is said of it. */
export const withTitle = (title: string, words: string, language: Language): string =>
  `${title}${language === 'zh' ? '：' : ': '}${words}`;

/** What something does, and the key that does it as well. */
export const withKey = (words: string, key: string, language: Language): string =>
  language === 'zh' ? `${words}（${key}）` : `${words} (${key})`;

/** The placeholders of a text at run time, in order; for the test that compares languages. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
}
