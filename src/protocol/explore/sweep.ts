/**
 * One parameter of a scenario with several values: `WHERE:--FLAG=V1,V2` is a flag of a process or
 * of a whole list of them, `FIELD=V1,V2` a field of the document by its path. Each value gives a
 * document of its own, which differs in nothing else.
 */
import { bad, good, type InputFault, type Result } from '#base';
import { checkScenario, type ReadOptions } from '../check-scenario';
import { type FieldPath, formatPath, isMapping, parsePath, valueAt } from '../fault-path';
import { flagsOfManifest, manifestWithFlags } from '../import';
import type { Scenario } from '../scenario';
import { quote } from '../wording';

/** What is changed; `where` is a list of processes or the name of one. */
export type SweepPlace =
  | { readonly kind: 'flag'; readonly where: string; readonly flag: string }
  | { readonly kind: 'field'; readonly at: FieldPath };

export interface Sweep {
  /** As it was written, without the values. */
  readonly name: string;
  readonly place: SweepPlace;
  readonly values: readonly string[];
}

/** More would be a table that nobody reads. */
const MOST_VALUES = 32;
const EXPECTED = 'expected WHERE:--FLAG=V1,V2 or FIELD=V1,V2';
const LISTS = ['apiServers', 'controllerManagers', 'schedulers'] as const;

type Listed = (typeof LISTS)[number];

interface Process {
  readonly name: string;
  readonly flags?: readonly string[];
  readonly manifest?: string;
}

const fault = (reason: string) => bad([{ path: 'sweep', reason }]);

/** Reads a sweep; whether the scenario has the place shows only when a value is put there. */
export function readSweep(text: string): Result<Sweep> {
  const end = text.indexOf('=');
  if (end <= 0) return fault(`${EXPECTED}, found ${quote(text)}`);
  const name = text.slice(0, end).trim();
  const place = placeOf(name);
  if (typeof place === 'string') return fault(place);
  const values = valuesOf(text.slice(end + 1));
  const wrong = faultOfValues(values);
  return wrong === undefined ? good({ name, place, values }) : fault(wrong);
}

/** Values with commas in them stand apart by semicolons. */
const valuesOf = (text: string): readonly string[] =>
  text.split(text.includes(';') ? ';' : ',').map((value) => value.trim());

function faultOfValues(values: readonly string[]): string | undefined {
  if (values.includes('')) return 'a value is empty; expected V1,V2';
  if (values.length > MOST_VALUES) return `${values.length} values are more than ${MOST_VALUES}`;
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  return twice === undefined ? undefined : `the value ${quote(twice)} stands there twice`;
}

/** @returns a reason when nothing can be there. */
function placeOf(name: string): SweepPlace | string {
  const [, where, flag] = name.match(/^([^:]+):--([A-Za-z0-9_-]+)$/) ?? [];
  if (where !== undefined) return { kind: 'flag', where, flag };
  const at = parsePath(name);
  if (name.includes(':') || name.startsWith('-') || !at) return `${EXPECTED}, found ${quote(name)}`;
  if (at[0] !== 'spec' || at.length < 2)
    return `${name} is no field of the spec, such as spec.until`;
  if (name === 'spec.seed') return 'spec.seed differs in any case: every value runs all seeds';
  return { kind: 'field', at };
}

/** The scenario with one of the values, checked; or why it cannot be so. */
export function withSweepValue(
  scenario: Scenario,
  { place }: Sweep,
  value: string,
  options: ReadOptions = {},
): Result<Scenario> {
  const made =
    place.kind === 'flag'
      ? withFlag(scenario, place.where, `--${place.flag}`, value)
      : withField(scenario, place.at, value);
  if (!made.ok) return made;
  // As text only where the field takes no number: nothing is there yet that tells.
  let checked: Result<Scenario> | undefined;
  for (const document of made.value) {
    const next = checkScenario(document, options);
    if (next.ok) return next;
    checked ??= next;
  }
  return checked?.ok === false ? withValue(checked, value) : fault(EXPECTED);
}

/** Faults that say with which value they came. */
export function withValue(
  { faults }: Extract<Result<unknown>, { ok: false }>,
  value: string,
): Result<never> {
  return bad(faults.map((one) => ({ ...one, reason: `with ${value}: ${one.reason}` })));
}

function withFlag(
  scenario: Scenario,
  where: string,
  flag: string,
  value: string,
): Result<readonly unknown[]> {
  const chosen = (list: Listed, { name }: Process) => where === list || where === name;
  const faults: InputFault[] = [];
  let found = 0;
  const changed = LISTS.flatMap((list) => {
    const processes = scenario.spec[list] as readonly Process[] | undefined;
    if (!processes) return [];
    const own = processes.map((process, index) => {
      if (!chosen(list, process)) return process;
      found += 1;
      const change = (flags: readonly string[]) => flagsWith(flags, flag, value);
      if (process.manifest === undefined) return { ...process, flags: change(process.flags ?? []) };
      const manifest = manifestWith(process.manifest, change);
      if (manifest.ok) return { ...process, manifest: manifest.value };
      const path = `spec.${list}[${index}].manifest`;
      faults.push(...manifest.faults.map(({ reason }) => ({ path, reason })));
      return process;
    });
    return [[list, own] as const];
  });
  if (found === 0)
    return fault(`${quote(where)} is no process of the scenario and no list of them`);
  if (faults.length > 0) return bad(faults);
  return good([{ ...scenario, spec: { ...scenario.spec, ...Object.fromEntries(changed) } }]);
}

/** The manifest is written anew, with the flags that it gives and the one that is changed. */
function manifestWith(
  text: string,
  change: (flags: readonly string[]) => readonly string[],
): Result<string> {
  // Only API servers are given by manifests.
  const read = flagsOfManifest(text, 'kube-apiserver');
  return read.ok ? good(manifestWithFlags('kube-apiserver', change(read.value))) : read;
}

/** Takes the place of the flag; behind the others where there is none. */
function flagsWith(flags: readonly string[], flag: string, value: string): readonly string[] {
  const is = (text: string | undefined) => text === flag || text?.startsWith(`${flag}=`) === true;
  const isValue = (text: string, index: number) =>
    flags[index - 1] === flag && !text.startsWith('-');
  const place = flags.findIndex(is);
  const entry = `${flag}=${value}`;
  if (place < 0) return [...flags, entry];
  const kept = flags.filter((text, index) => !is(text) && !isValue(text, index));
  return kept.toSpliced(place, 0, entry);
}

/** The documents that can be meant, the likeliest first. */
function withField(scenario: Scenario, at: FieldPath, value: string): Result<readonly unknown[]> {
  const before = valueAt(scenario, at);
  if (typeof before === 'object' && before !== null) {
    return fault(`${formatPath(at)} is not one value, but has fields or entries`);
  }
  const forms = typeof before === 'string' ? [value] : formsOf(value);
  const documents = forms.map((form) => replaced(scenario, at, form));
  if (documents.includes(undefined)) return fault(`the scenario has no ${formatPath(at)}`);
  return good(documents);
}

const formsOf = (value: string): readonly unknown[] =>
  /^(-?\d+(\.\d+)?|true|false)$/.test(value) ? [JSON.parse(value), value] : [value];

/** A copy with another value there; undefined where there is no list entry to change. */
function replaced(container: unknown, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    if (!Array.isArray(container) || key >= container.length) return undefined;
    const inner = replaced(container[key], rest, value);
    return inner === undefined ? undefined : container.with(key, inner);
  }
  if (container !== undefined && !isMapping(container)) return undefined;
  const inner = replaced(container?.[key], rest, value);
  return inner === undefined ? undefined : { ...container, [key]: inner };
}
