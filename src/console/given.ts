/** The flags and arguments of one line after its verb. */
import type { Selection } from './command';
import { type FlagSpec, type FlagValues, readFlags } from './flags';
import { failing, refusing } from './refusal';
import { readSelection, type SelectionInput } from './selection';
import type { ResourceType } from './types';
import { GLOBAL_FLAGS } from './verbs';

export class Given {
  readonly types: readonly ResourceType[];
  readonly args: readonly string[];
  readonly #values: FlagValues;

  constructor(types: readonly ResourceType[], values: FlagValues, args: readonly string[]) {
    this.types = types;
    this.args = args;
    this.#values = values;
  }

  get values(): FlagValues {
    return this.#values;
  }

  text(name: string): string {
    return this.#values.get(name)?.at(-1) ?? '';
  }

  on(name: string): boolean {
    return this.text(name) === 'true';
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  number(name: string, otherwise: number): number {
    return this.has(name) ? Number(this.text(name)) : otherwise;
  }

  list(name: string): readonly string[] {
    return (this.#values.get(name) ?? []).flatMap((text) => text.split(','));
  }

  get namespace(): string {
    return this.text('namespace') || 'default';
  }

  selection(more: Partial<SelectionInput>): Selection {
    return readSelection({
      types: this.types,
      args: this.args,
      namespace: this.namespace,
      allNamespaces: this.on('all-namespaces'),
      labelSelector: this.text('selector'),
      fieldSelector: this.text('field-selector'),
      allowEmptySelector: true,
      all: false,
      subresource: '',
      ...more,
    });
  }
}

export interface Parsed {
  readonly given: Given;
  readonly server: string | undefined;
}

/**
 * Reads the words after a verb.
 *
 * @param path the verb as help calls it, such as `kubectl get`
 */
export function parse(
  path: string,
  specs: readonly FlagSpec[],
  words: readonly string[],
  types: readonly ResourceType[],
): Parsed {
  const flags = readFlags([...specs, ...GLOBAL_FLAGS], words);
  if (!flags.ok) {
    if (flags.message === undefined) throw refusing('flag-not-modelled', flags.notModelled);
    throw failing(`${flags.message}\nSee '${path} --help' for usage.`);
  }
  if (flags.help) throw refusing('help', path.replace(/^kubectl /, ''));
  const given = new Given(types, flags.values, flags.args);
  const server = given.text('server').replace(/^https?:\/\//, '');
  return {
    given,
    server: server === '' ? undefined : server.replace(/:\d+\/?$/, ''),
  };
}

/** The first word that is no flag, and what is left; flags before it are those of every verb. */
export function takeWord(
  words: readonly string[],
): readonly [string | undefined, readonly string[]] {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word.startsWith('-')) return [word, [...words.slice(0, at), ...words.slice(at + 1)]];
    const valued = GLOBAL_FLAGS.some(
      ({ name, short, bare }) =>
        bare === undefined && (word === `--${name}` || (short && word === `-${short}`)),
    );
    if (valued) at += 1;
  }
  return [undefined, words];
}
