/** What the form shows of a document, whatever is wrong with it; and how it changes it. */
import type { YamlEdit } from '#protocol';

type Mapping = Readonly<Record<string, unknown>>;

export type Path = readonly (string | number)[];

export interface FlagRow {
  readonly path: Path;
  readonly name: string;
  /** undefined: given without a value. */
  readonly value: string | undefined;
}

export interface ServerRow {
  readonly path: Path;
  readonly name: string;
  readonly startAt: string;
  readonly flags: readonly FlagRow[];
  readonly manifest: boolean;
}

export interface StepRow {
  readonly path: Path;
  readonly at: string;
  readonly verb: string;
  /** The process, where the verb takes one. */
  readonly process: string | undefined;
  /** Anything else that the verb takes, in short. */
  readonly summary: { readonly en: string; readonly zh: string };
}

export interface ExpectRow {
  readonly path: Path;
  readonly name: string;
}

export interface FormModel {
  readonly servers: readonly ServerRow[];
  readonly steps: readonly StepRow[];
  readonly expectations: readonly ExpectRow[];
  /** The text of a field; '' where it is not given. */
  text(path: Path): string;
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[part];
  }
  return found;
}

const plain = (value: unknown): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value);

/** Mappings of a list with their paths; anything else is passed over. */
function rows(value: unknown, path: Path): { readonly path: Path; readonly item: Mapping }[] {
  const list = valueAt(value, path);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) => (isMapping(item) ? [{ path: [...path, index], item }] : []));
}

export function readForm(value: unknown): FormModel {
  return {
    servers: rows(value, ['spec', 'apiServers']).map(({ path, item }) => ({
      path,
      name: plain(item.name),
      startAt: plain(item.startAt),
      flags: flagRows(item.flags, [...path, 'flags']),
      manifest: item.manifest !== undefined,
    })),
    steps: rows(value, ['spec', 'timeline']).map(({ path, item }) => stepRow(path, item)),
    expectations: rows(value, ['spec', 'expect']).map(({ path, item }, index) => ({
      path,
      name: plain(item.name) || plain(item.invariant) || `${index + 1}`,
    })),
    text: (path) => plain(valueAt(value, path)),
  };
}

function flagRows(flags: unknown, path: Path): FlagRow[] {
  if (!Array.isArray(flags)) return [];
  return flags.map((flag, index) => {
    const text = plain(flag);
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    const value = equals < 0 ? undefined : text.slice(equals + 1);
    return { path: [...path, index], name: name.replace(/^--?/, ''), value };
  });
}

const STEP_FIELDS: ReadonlySet<string> = new Set(['at', 'for', 'server', 'user']);
export const PROCESS_VERBS = ['kill', 'terminate', 'start', 'restart', 'pause', 'resume'] as const;
const TAKES_PROCESS: ReadonlySet<string> = new Set(PROCESS_VERBS);
/** Longest summary of a step, characters. */
const SUMMARY_MAX = 90;

function stepRow(path: Path, item: Mapping): StepRow {
  const verb = Object.keys(item).find((key) => !STEP_FIELDS.has(key)) ?? '';
  const payload = item[verb];
  const process = TAKES_PROCESS.has(verb) ? plain(payload) : undefined;
  const { en, zh } = wordsOf(payload);
  const summary = { en: shortened(en, '…'), zh: shortened(zh, '……') };
  return { path, at: plain(item.at), verb, process, summary };
}

/** What a step says to people, in both languages; of another kind of step what stands there. */
function wordsOf(payload: unknown): StepRow['summary'] {
  if (typeof payload === 'string') return { en: payload, zh: payload };
  if (isMapping(payload)) {
    const { en, zh, question, when } = payload;
    if (typeof en === 'string') return { en, zh: typeof zh === 'string' ? zh : en };
    const said = question ?? when;
    if (said !== undefined) return wordsOf(said);
  }
  const text = JSON.stringify(payload) ?? '';
  return { en: text, zh: text };
}

function shortened(text: string, dots: string): string {
  return text.length > SUMMARY_MAX ? `${text.slice(0, SUMMARY_MAX)}${dots}` : text;
}

/** Order of the fields of a mapping, so that a new one comes to its usual place. */
export const SPEC_ORDER = [
  'seed',
  'kubernetes',
  'until',
  'epoch',
  'trace',
  'limits',
  'startDelay',
  'restartPolicy',
  'etcd',
  'network',
  'apiServers',
  'objects',
  'etcdData',
  'timeline',
  'expect',
];
const SERVER_ORDER = ['name', 'startAt', 'flags', 'manifest'];
const STEP_ORDER = ['at'];

function orderFor(path: Path): readonly string[] {
  if (path.length === 2 && path[0] === 'spec') return SPEC_ORDER;
  if (path[1] === 'apiServers') return SERVER_ORDER;
  if (path[1] === 'timeline') return STEP_ORDER;
  return [];
}

/** Sets a field, or takes it out when nothing is left in it. */
export function setField(form: FormModel, path: Path, text: string, number = false): YamlEdit[] {
  if (form.text(path) === text) return [];
  if (text === '') return [{ kind: 'remove', path }];
  const value = number && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return [{ kind: 'set', path, value, order: orderFor(path) }];
}

/** An address of its own for a server, so that all can stand beside each other. */
function freeAddress(form: FormModel): string {
  const used = new Set(form.servers.flatMap(({ flags }) => flags.map(({ value }) => value)));
  let last = 11;
  while (used.has(`10.0.0.${last}`)) last += 1;
  return `10.0.0.${last}`;
}

function freeName(form: FormModel): string {
  const used = new Set(form.servers.map(({ name }) => name));
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    if (!used.has(`kube-apiserver-${letter}`)) return `kube-apiserver-${letter}`;
  }
  return `kube-apiserver-${form.servers.length + 1}`;
}

/** Another server: like the last one, at an address of its own. */
export function addServer(form: FormModel): YamlEdit[] {
  const range = form.servers
    .flatMap(({ flags }) => flags)
    .find(({ name }) => name === 'service-cluster-ip-range');
  const flags = [
    `--advertise-address=${freeAddress(form)}`,
    `--service-cluster-ip-range=${range?.value ?? '10.96.0.0/12'}`,
  ];
  const value = { name: freeName(form), startAt: '0s', flags };
  const path = ['spec', 'apiServers'];
  if (form.servers.length === 0) {
    return [{ kind: 'set', path, value: [value], order: SPEC_ORDER }];
  }
  return [{ kind: 'insert', path, index: form.servers.length, value }];
}

/** Gives a server another flag, with the value that it would have anyway. */
export function addFlag(server: ServerRow, name: string, value: string): YamlEdit[] {
  const flag = `--${name}=${value}`;
  const path = [...server.path, 'flags'];
  if (server.flags.length === 0) return [{ kind: 'set', path, value: [flag], order: SERVER_ORDER }];
  return [{ kind: 'insert', path, index: server.flags.length, value: flag }];
}

/** A step at a time, behind those of the same time. */
export function addStep(form: FormModel, at: string, isBefore: (at: string) => boolean) {
  const path = ['spec', 'timeline'];
  const value = { at, kill: form.servers[0]?.name ?? '' };
  const index = form.steps.filter((step) => isBefore(step.at)).length;
  if (form.steps.length === 0) {
    return [{ kind: 'set', path, value: [value], order: SPEC_ORDER }] satisfies YamlEdit[];
  }
  return [{ kind: 'insert', path, index, value }] satisfies YamlEdit[];
}

/** Another act for a step; a process stays when the new act takes one too. */
export function changeVerb(form: FormModel, step: StepRow, verb: string): YamlEdit[] {
  if (verb === step.verb) return [];
  const process = step.process ?? form.servers[0]?.name ?? '';
  const words = { en: '…', zh: '…' };
  return [
    { kind: 'set', path: [...step.path, verb], value: verb === 'note' ? words : process },
    { kind: 'remove', path: [...step.path, step.verb] },
  ];
}
