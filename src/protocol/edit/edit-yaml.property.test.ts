import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameJson } from '../json-patch';
import { readYaml } from '../yaml-text';
import { editYaml, valueAfter, type YamlEdit } from '.';
import { commentsIn } from './library-edit';

/** Writes a value in a style drawn from `pick`, with comments that are numbered. */
class Writer {
  readonly #pick: () => number;
  #comments = 0;

  constructor(styles: readonly number[]) {
    let at = 0;
    this.#pick = () => styles[at++ % styles.length];
  }

  document(value: object): string {
    return `${this.#above(0)}${this.#block(value, 0)}\n`;
  }

  #comment(): string {
    this.#comments += 1;
    return `# c${this.#comments};`;
  }

  #above(column: number): string {
    const style = this.#pick() % 5;
    const space = ' '.repeat(column);
    return style === 0 ? `${space}${this.#comment()}\n` : style === 1 ? '\n' : '';
  }

  #behind(): string {
    return this.#pick() % 4 === 0 ? ` ${this.#comment()}` : '';
  }

  #block(value: object, column: number): string {
    const space = ' '.repeat(column);
    const entries = Array.isArray(value)
      ? value.map((item) => `${this.#above(column)}${space}- ${this.#item(item, column + 2)}`)
      : Object.entries(value).map(
          ([key, inner]) =>
            `${this.#above(column)}${space}${key}:${this.#value(inner, column + 2)}`,
        );
    return entries.join('\n');
  }

  #item(value: unknown, column: number): string {
    if (this.#isInline(value)) return `${inline(value)}${this.#behind()}`;
    const [first, ...rest] = Object.entries(value as object);
    const head = `${first[0]}:${this.#value(first[1], column + 2)}`;
    if (rest.length === 0) return head;
    return `${head}\n${this.#block(Object.fromEntries(rest), column)}`;
  }

  #value(value: unknown, column: number): string {
    if (this.#isInline(value)) return ` ${inline(value)}${this.#behind()}`;
    return `${this.#behind()}\n${this.#block(value as object, column)}`;
  }

  #isInline(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return true;
    return Object.keys(value).length === 0 || this.#pick() % 6 === 0;
  }
}

const inline = (value: unknown): string =>
  JSON.stringify(value).replace(/([,:])(?=["{[\d])/g, '$1 ');

const duration = fc.constantFrom('5s', '1m30s', '250ms', '1ms..4ms');
const name = fc.constantFrom('a', 'b', 'kube-apiserver-c');
const server = fc.record(
  { name, startAt: duration, flags: fc.array(fc.constantFrom('--x=1', '--y')) },
  { requiredKeys: ['name'] },
);
const step = fc.oneof(
  fc.record({ at: duration, kill: name }),
  fc.record({ at: duration, hook: fc.record({ process: name, takes: duration }) }),
  fc.record({ at: duration, note: fc.record({ en: fc.constant('a: b # c'), zh: name }) }),
);
const scenario = fc.record({
  metadata: fc.record({ name }),
  spec: fc.record({
    seed: fc.nat(99),
    until: duration,
    network: fc.record({ latency: duration }),
    apiServers: fc.array(server, { minLength: 1, maxLength: 3 }),
    timeline: fc.array(step, { maxLength: 4 }),
  }),
});

interface Lists {
  readonly apiServers: readonly unknown[];
  readonly timeline: readonly unknown[];
}

const seed = (value: number): YamlEdit => ({ kind: 'set', path: ['spec', 'seed'], value });

/** Edits as the form makes them, wherever they are possible. */
const MAKERS: readonly ((spec: Lists) => YamlEdit)[] = [
  () => seed(1),
  () => ({ kind: 'set', path: ['spec', 'until'], value: '7s' }),
  () => ({
    kind: 'set',
    path: ['spec', 'kubernetes'],
    value: '1.27',
    order: ['seed', 'kubernetes'],
  }),
  () => ({ kind: 'set', path: ['spec', 'etcd', 'requestLatency'], value: '3ms' }),
  () => ({ kind: 'set', path: ['spec', 'network', 'loss'], value: 0.5 }),
  ({ apiServers }) => ({
    kind: 'insert',
    path: ['spec', 'apiServers'],
    index: apiServers.length,
    value: { name: 'n' },
  }),
  ({ apiServers }) =>
    apiServers.length > 0 ? { kind: 'remove', path: ['spec', 'apiServers', 0] } : seed(4),
  ({ apiServers }) =>
    apiServers.length > 0
      ? { kind: 'set', path: ['spec', 'apiServers', 0, 'startAt'], value: '9s' }
      : seed(5),
  ({ apiServers }) =>
    apiServers.length > 0
      ? { kind: 'insert', path: ['spec', 'apiServers', 0, 'flags'], index: 0, value: '--z=2' }
      : seed(6),
  () => ({ kind: 'insert', path: ['spec', 'timeline'], index: 0, value: { at: '1s', start: 'a' } }),
  ({ timeline }) =>
    timeline.length > 1
      ? { kind: 'move', path: ['spec', 'timeline'], from: timeline.length - 1, to: 0 }
      : seed(2),
  ({ timeline }) =>
    timeline.length > 0
      ? { kind: 'remove', path: ['spec', 'timeline', timeline.length - 1] }
      : seed(3),
];
const edit = fc.constantFrom(...MAKERS);

const read = (text: string): unknown => {
  const documents = readYaml(text, { documents: 'one' });
  if (!documents.ok) throw new Error(`${documents.faults[0].reason}\n${text}`);
  return documents.value[0].value;
};

it('an edit of the form says what was asked and keeps every comment and all other fields', () => {
  let tried = 0;
  fc.assert(
    fc.property(
      scenario,
      fc.array(fc.nat(1_000), { minLength: 40, maxLength: 60 }),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (value, styles, makers) => {
        let text = new Writer(styles).document(value);
        for (const make of makers) {
          const before = read(text) as { spec: Lists };
          const change = make(before.spec);
          const edited = editYaml(text, [change]);
          if (!edited.ok) throw new Error(`${edited.faults[0].reason}\n${text}`);
          const after = edited.value;
          expect(sameJson(read(after), valueAfter(before, change)), after).toBe(true);
          const gone = comments(text).filter((comment) => !comments(after).includes(comment));
          // What stands inside of something that is taken out goes with it.
          if (change.kind !== 'remove') expect(gone, `${text}\n->\n${after}`).toEqual([]);
          text = after;
          tried += 1;
        }
      },
    ),
    { seed: 11, numRuns: 200 },
  );
  expect(tried).toBeGreaterThan(200);
});

const comments = (text: string): string[] => commentsIn(text).map((comment) => comment.text.trim());
