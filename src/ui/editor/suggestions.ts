/** What may be written at a place: fields, values, flags and names. */
import type { Catalogue } from '#protocol';
import { withTitle } from '../i18n';
import type { Language } from '../stores';
import { fieldWords } from './field-words';
import { descriptionAt, isList, isMapping, type Schema, schemasAt } from './schema';
import { type Cursor, ITEM } from './yaml-cursor';

export interface Suggestion {
  readonly label: string;
  /** What is written instead of the label. */
  readonly apply?: string;
  readonly kind: 'field' | 'value' | 'flag' | 'name';
  readonly detail?: string;
  readonly info?: string;
  /** Higher comes first. */
  readonly boost?: number;
}

/** What an editor knows of the world outside of the text. */
export interface Knowledge {
  readonly schema: Schema;
  readonly catalogue: Pick<Catalogue, 'flags' | 'hooks' | 'invariants'> | undefined;
  /** Names of the API servers in the text. */
  readonly servers: readonly string[];
  readonly libraryNames: readonly string[];
  readonly language: Language;
}

/** Fields of a step that are no verb. */
const STEP_FIELDS: ReadonlySet<string> = new Set(['at', 'for', 'server', 'user']);
const PROCESS_VERBS = new Set(['start', 'terminate', 'kill', 'pause', 'resume', 'restart']);
const STORE = 'etcd';
const CLIENT = 'kubectl';

export function suggestionsAt(cursor: Cursor, knowledge: Knowledge): readonly Suggestion[] {
  if (cursor.word.startsWith('-')) return flagSuggestions(cursor, knowledge);
  const here = schemasAt(knowledge.schema, cursor.path);
  if (cursor.kind === 'key' && here.some(isMapping)) return fields(cursor, here, knowledge);
  return [...names(cursor.path, knowledge), ...values(here, knowledge)];
}

function fields(cursor: Cursor, here: readonly Schema[], knowledge: Knowledge): Suggestion[] {
  const shapes = here.filter(isMapping);
  const required = new Set(shapes.flatMap(({ required: needed = [] }) => needed));
  const known = shapes.flatMap(({ properties = {} }) => Object.entries(properties));
  const isStep = isTimelineStep(cursor.path);
  const hasVerb = isStep && cursor.siblings.some((key) => !STEP_FIELDS.has(key));
  return known
    .filter(([name]) => !cursor.siblings.includes(name))
    .filter(([name]) => !(hasVerb && !STEP_FIELDS.has(name)))
    .map(([name, schema]) => ({
      label: name,
      kind: 'field',
      apply: `${name}:${opening(cursor, schema)}`,
      info: fieldWords(
        descriptionAt(knowledge.schema, [...cursor.path, name]) ?? '',
        knowledge.language,
      ),
      boost: required.has(name) ? 2 : 0,
    }));
}

/** What follows the colon: a space, or a new line for a list or a mapping. */
function opening({ column, inline }: Cursor, schema: Schema): string {
  const shapes = schemasAt(schema, []);
  if (inline || shapes.some((shape) => !isMapping(shape) && !isList(shape))) return ' ';
  const space = ' '.repeat(column + 2);
  return shapes.some(isList) ? `\n${space}- ` : `\n${space}`;
}

const isTimelineStep = (path: readonly string[]): boolean => path.join('.') === 'spec.timeline.[]';

function values(here: readonly Schema[], { language }: Knowledge): Suggestion[] {
  return here.flatMap((schema) => {
    const fixed = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
    const truth = schema.type === 'boolean' ? [true, false] : [];
    const examples = fixed.length > 0 || isMapping(schema) ? [] : (schema.examples ?? []);
    const info = fieldWords(schema.description ?? '', language);
    return [...fixed, ...truth, ...examples]
      .filter((value) => value !== '...')
      .map(
        (value) => ({ label: String(value), apply: written(value), kind: 'value', info }) as const,
      );
  });
}

/** A text that YAML would read as a number is put in quotes. */
function written(value: unknown): string {
  return typeof value === 'string' && /^[\d.]+$/.test(value) ? `"${value}"` : String(value);
}

function names(path: readonly string[], knowledge: Knowledge): Suggestion[] {
  const { servers, catalogue, libraryNames } = knowledge;
  const last = path[path.length - 1] ?? '';
  const asNames = (labels: readonly string[]): Suggestion[] =>
    labels.map((label) => ({ label, kind: 'name', boost: 1 }));
  if (path.join('.') === 'metadata.name') return asNames(libraryNames);
  if (path.join('.') === 'spec.expect.[].invariant') {
    return (catalogue?.invariants ?? []).map(({ name, states }) => ({
      label: name,
      kind: 'name',
      info: states[knowledge.language],
    }));
  }
  if (!path.join('.').startsWith('spec.timeline.[].')) return [];
  if (path.includes('hook') && last === 'name') return hookNames(knowledge);
  if (last === ITEM && /^(between|and)$/.test(path[path.length - 2])) {
    return asNames([...servers, STORE, CLIENT]);
  }
  if (last === 'server' || (last === 'process' && path.includes('hook'))) return asNames(servers);
  if (last === 'process') return asNames([...servers, STORE]);
  return PROCESS_VERBS.has(last) ? asNames(servers) : [];
}

function hookNames({ catalogue, language }: Knowledge): Suggestion[] {
  const hooks = (catalogue?.hooks ?? []).filter(({ type }) => type === 'post-start');
  return hooks.map(({ name, purpose }) => ({ label: name, kind: 'name', info: purpose[language] }));
}

const MODELLED = { en: 'has an effect here', zh: '在这里有作用' };
const UNMODELLED = { en: 'is read, and has no effect here', zh: '会被读取，但在这里不起作用' };

/** Flags wherever a word begins with a dash, also in the command of a manifest. */
function flagSuggestions(cursor: Cursor, { catalogue, language }: Knowledge): Suggestion[] {
  if (!cursor.path.join('.').startsWith('spec.apiServers.[]')) return [];
  return (catalogue?.flags ?? []).map(({ name, default: byDefault, modelled }) => ({
    label: `--${name}`,
    kind: 'flag',
    apply: `--${name}=${byDefault === 'false' ? 'true' : ''}`,
    detail: byDefault,
    info: withTitle(
      `--${name}=${byDefault}`,
      (modelled ? MODELLED : UNMODELLED)[language],
      language,
    ),
    boost: modelled ? 1 : 0,
  }));
}

export interface Explanation {
  readonly title: string;
  readonly text: string;
}

/** What is to be said about the word at a place, for a tooltip. */
export function explainAt(
  text: string,
  offset: number,
  cursorAt: (text: string, offset: number) => Cursor | undefined,
  knowledge: Knowledge,
): Explanation | undefined {
  const flag = wordAround(text, offset, /[\w=.,:/-]/);
  const named = /^--([a-z0-9-]+)/.exec(flag.word)?.[1];
  const known = knowledge.catalogue?.flags.find(({ name }) => name === named);
  if (known) {
    const [suggestion] = flagSuggestions(
      { path: ['spec', 'apiServers', ITEM] } as unknown as Cursor,
      { ...knowledge, catalogue: { flags: [known], hooks: [], invariants: [] } },
    );
    return { title: suggestion.label, text: suggestion.info ?? '' };
  }
  const { word, to } = wordAround(text, offset, /[\w$-]/);
  const cursor = cursorAt(text, to);
  // Behind a key nothing needs to be written yet.
  if (!cursor || (word === '' && cursor.kind === 'key')) return undefined;
  const path = cursor.kind === 'key' ? [...cursor.path, word] : cursor.path;
  const description = descriptionAt(knowledge.schema, path);
  if (description === undefined) return undefined;
  const title = path.join('.').replaceAll(`.${ITEM}`, ITEM);
  return { title, text: fieldWords(description, knowledge.language) };
}

function wordAround(text: string, offset: number, sign: RegExp) {
  let from = offset;
  let to = offset;
  while (from > 0 && sign.test(text[from - 1])) from -= 1;
  while (to < text.length && sign.test(text[to])) to += 1;
  return { word: text.slice(from, to), from, to };
}
