/** Makes a scenario from a real cluster's files. */

import { Document, isMap, isSeq, type Node } from 'yaml';
import { bad, good, type InputFault, type Result } from '#base';
import { checkScenario, type ReadOptions } from '../check-scenario';
import { DEFAULT_PROFILE, type Scenario } from '../scenario';
import type { ProfileName } from '../scenario-schema';
import { valueOfFlag } from './flags';
import { profileFor } from './image-version';
import { type ImportNote, noteLine } from './notes';
import { LIST_OF, PROGRAMS, PROGRAMS_IN_WORDS } from './programs';
import {
  type Beside,
  droppedLine,
  type FlagRules,
  type ImportedServer,
  importServers,
} from './servers';
import {
  type FoundObject,
  type FoundScenario,
  type FoundServer,
  type ImportFile,
  type Sorted,
  sortFiles,
} from './sources';
import { tidyObjects } from './tidy-objects';

export interface ImportOptions extends FlagRules, ReadOptions {
  /** Goes on with the sound files when others are refused; their faults come with the result. */
  readonly partly?: boolean;
  /** The scenario on screen: what comes without a server and a scenario of its own joins it. */
  readonly current?: Scenario;
}

export interface Imported {
  /** The document with comments that say what was left out and why. */
  readonly scenarioYaml: string;
  readonly scenario: Scenario;
  readonly notes: readonly ImportNote[];
  /** Why files were left out as a whole; only where the options allow it. */
  readonly faults: readonly InputFault[];
  /** Names of the API servers and of their clients that are added, and how many objects are. */
  readonly servers: readonly string[];
  readonly components: readonly string[];
  readonly objects: number;
}

/** How long the imported cluster runs, unless somebody changes it. */
const UNTIL = '120s';
const RESTARTS = { restartPolicy: 'Always' };

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => ` ${oneLine(line)}`).join('\n');
}

function titleOf(files: readonly ImportFile[]) {
  const names = files.map(({ name }) => oneLine(name.slice(name.lastIndexOf('/') + 1)));
  return { en: `Imported from ${names.join(', ')}`, zh: `导入自 ${names.join('、')}` };
}

/** What goes into the document. */
interface Content {
  readonly files: readonly ImportFile[];
  readonly profile: ProfileName;
  readonly servers: readonly ImportedServer[];
  /** Whether what exits is started again. */
  readonly restarts: boolean;
  readonly objects: readonly FoundObject[];
  /** The scenario to which the rest is added. */
  readonly base: Scenario | undefined;
}

function entryOf({ name, server, flags, config, start, kubernetes }: ImportedServer) {
  const configured = { ...(config && { config }), ...(start && { start }) };
  const version = kubernetes === undefined ? {} : { kubernetes };
  return {
    name,
    startAt: '0s',
    ...version,
    ...(server === undefined ? {} : { server }),
    ...configured,
    flags,
  };
}

function documentOf({ files, profile, servers, restarts, objects, base }: Content) {
  const lists = PROGRAMS.map((program) => {
    const added = servers.filter((each) => each.program === program).map(entryOf);
    return [LIST_OF[program], [...(base?.spec[LIST_OF[program]] ?? []), ...added]] as const;
  });
  const written = lists.filter(
    ([list, entries]) => entries.length > 0 || (base === undefined && list === 'apiServers'),
  );
  const all = [...(base?.spec.objects ?? []), ...objects.map(({ object }) => object)];
  const spec = {
    ...(base?.spec ?? { kubernetes: profile, until: UNTIL, ...(restarts && RESTARTS) }),
    ...Object.fromEntries(written),
    ...(all.length > 0 ? { objects: all } : {}),
  };
  const metadata = base?.metadata ?? {
    name: 'imported',
    title: titleOf(files),
  };
  return { apiVersion: 'kube-orrery/v1', kind: 'Scenario', metadata, spec };
}

/** The text of the document, with what was left out as comments where it would stand. */
function written(
  content: ReturnType<typeof documentOf>,
  servers: readonly ImportedServer[],
  notes: readonly ImportNote[],
): string {
  const document = new Document(content, {
    aliasDuplicateObjects: false,
    // Other tools read YAML 1.1: what would be a date or a boolean there is put in quotes.
    compat: 'yaml-1.1',
  });
  const lines = notes.filter(isGeneral).map(noteLine);
  document.commentBefore = comment(['Made from files of a real cluster.', ...lines]);
  for (const program of PROGRAMS) {
    const list = document.getIn(['spec', LIST_OF[program]], true);
    const own = servers.filter((each) => each.program === program);
    const before = isSeq(list) ? list.items.length - own.length : 0;
    for (const [index, { dropped }] of own.entries()) {
      const entry: unknown = isSeq(list) ? list.items[before + index] : undefined;
      const flags = isMap(entry) ? (entry.get('flags', true) as Node | undefined) : undefined;
      if (dropped.length === 0 || flags === undefined) continue;
      flags.comment = comment(dropped.map((each) => `left out: ${droppedLine(each)}`));
    }
  }
  return document.toString({ lineWidth: 0 });
}

/** Notes about a flag that was left out stand beside the flags; the others at the top. */
function isGeneral({ words = '' }: ImportNote): boolean {
  return !words.includes(': left out: ');
}

function emptyFault(files: readonly ImportFile[], { notes, faults }: Sorted): Result<never> {
  const reason = `has no container of ${PROGRAMS_IN_WORDS}, and no object that is stored yet`;
  const told = new Set(faults.map(({ file, path }) => file ?? path));
  const empty = files.filter(({ name }) => !told.has(name));
  const found = empty.map(({ name }) => {
    const own = notes.filter(({ file }) => file === name);
    const lines = own.map((note) => noteLine(note).slice(name.length + 2)).join('; ');
    return { path: name, reason: lines === '' ? reason : `${reason}: ${lines}` };
  });
  return bad([...faults, ...found]);
}

/** The scenario that the rest is added to: the first one, the others are told. */
function baseOf(
  scenarios: readonly FoundScenario[],
  notes: ImportNote[],
): FoundScenario | undefined {
  const [first, ...others] = scenarios;
  for (const { scenario, ...place } of others) {
    const reason = `one scenario runs at a time; the one in ${first.file} is taken`;
    notes.push({ ...place, about: scenario.metadata.name, reason, leftOut: true });
  }
  return first;
}

/** What needs an API server and has none joins the scenario on screen, if that has one. */
function joined(
  current: Scenario | undefined,
  found: readonly FoundServer[],
  notes: ImportNote[],
): FoundScenario | undefined {
  if (current === undefined) return undefined;
  if (found.length > 0 && (current.spec.apiServers ?? []).length === 0) return undefined;
  const joining = found.length === 0 ? 'the objects join' : 'what they hold joins';
  const reason = `no file starts a kube-apiserver, so ${joining} the scenario on screen`;
  notes.push({ reason, leftOut: false });
  return { file: '', scenario: current };
}

function profileOf(
  base: FoundScenario | undefined,
  sorted: Sorted,
  notes: ImportNote[],
): ProfileName {
  if (base === undefined) return profileFor(sorted.servers, notes);
  const profile = (base.scenario.spec.kubernetes ?? DEFAULT_PROFILE) as ProfileName;
  if (sorted.servers.length > 0) {
    const whose = base.file === '' ? 'on screen' : `in ${base.file}`;
    const reason = `from the scenario ${whose}; images are not asked`;
    notes.push({ about: `profile ${profile}`, field: 'image', reason, leftOut: false });
  }
  return profile;
}

/** Address and service range of an API server that no file describes. */
const STAND_IN_ADDRESS = '10.0.0.11';
const STAND_IN_RANGE = '10.96.0.0/12';

/** The API server that the components are clients of, where nobody gives one. */
function standIn(found: readonly FoundServer[], notes: ImportNote[]): FoundServer {
  const [{ file }] = found;
  const ranges = found.flatMap((each) => valueOfFlag(each.flags, RANGE_FLAG) ?? []);
  const [range = STAND_IN_RANGE] = ranges;
  const reason =
    `no file starts a kube-apiserver; one with the address ${STAND_IN_ADDRESS} ` +
    `and the service range ${range} stands in for it`;
  notes.push({ field: '--advertise-address', reason, leftOut: false });
  const flags = [
    { name: 'advertise-address', text: `--advertise-address=${STAND_IN_ADDRESS}` },
    { name: RANGE_FLAG, text: `--${RANGE_FLAG}=${range}` },
  ];
  return { program: 'kube-apiserver', file, flags, strays: [] };
}

const RANGE_FLAG = 'service-cluster-ip-range';

/** The processes that a scenario has already. */
function besideOf(base: FoundScenario | undefined): Beside {
  const spec = base?.scenario.spec;
  const entries = PROGRAMS.map((program) => [
    program,
    (spec?.[LIST_OF[program]] ?? []).map(({ name, flags = [] }) => ({ name, flags })),
  ]);
  return Object.fromEntries(entries) as Beside;
}

/** Whether a kubelet starts the processes again: where all are in Pods that say so. */
function restartsIn(found: readonly FoundServer[], notes: ImportNote[]): boolean {
  const policies = found.map(({ pod }) => (pod ? (pod.spec.restartPolicy ?? 'Always') : 'Never'));
  if (policies.length === 0 || policies.some((policy) => policy !== 'Always')) return false;
  const reason = 'the kubelet starts again what exits, as restartPolicy says';
  notes.push({ field: 'spec.restartPolicy', reason, leftOut: false });
  return true;
}

/** The found processes, with an API server where they need one and there is none. */
function withStandIn(
  found: readonly FoundServer[],
  there: number,
  notes: ImportNote[],
): readonly FoundServer[] {
  const starts = there > 0 || found.some(({ program }) => program === 'kube-apiserver');
  if (starts) return found;
  if (found.length > 0) return [standIn(found, notes), ...found];
  const reason = 'no file starts a kube-apiserver: add one to see more';
  notes.push({ reason, leftOut: false });
  return found;
}

/**
 * Reads static pod manifests and argument files of the control plane's programs, and objects as
 * `kubectl get -o yaml|json` prints them; with a scenario among the files, the rest joins it.
 * Only flags that the profile knows are written; whatever is left out is told. Components that come
 * without an API server get one. Refused: templates, broken YAML, and files with nothing to import.
 */
export function importFiles(
  files: readonly ImportFile[],
  options: ImportOptions,
): Result<Imported> {
  const sorted = sortFiles(files, options);
  const { servers: found, scenarios, faults } = sorted;
  const nothing = found.length + sorted.objects.length + scenarios.length === 0;
  if (faults.length > 0 && !(options.partly && !nothing)) return bad(faults);
  if (nothing) return emptyFault(files, sorted);
  const notes = [...sorted.notes];
  const own = baseOf(scenarios, notes);
  const hasServer = found.some(({ program }) => program === 'kube-apiserver');
  const base = own ?? (hasServer ? undefined : joined(options.current, found, notes));
  const objects = tidyObjects(sorted.objects, base?.scenario.spec.objects ?? [], notes);
  const profile = profileOf(base, sorted, notes);
  const versions = { profile, imagesCount: base === undefined };
  const beside = besideOf(base);
  const all = withStandIn(found, beside['kube-apiserver']?.length ?? 0, notes);
  const { configs } = sorted;
  const servers = importServers(all, versions, { ...options, beside, configs }, notes);
  const restarts = base === undefined && restartsIn(found, notes);
  const content = documentOf({ files, profile, servers, restarts, objects, base: base?.scenario });
  const scenario = checkScenario(content, options);
  if (!scenario.ok) return scenario;
  return good({
    scenarioYaml: written(content, servers, notes),
    scenario: scenario.value,
    notes,
    faults,
    servers: namesOf(servers, true),
    components: namesOf(servers, false),
    objects: objects.length,
  });
}

const namesOf = (servers: readonly ImportedServer[], serve: boolean): readonly string[] =>
  servers.filter(({ program }) => (program === 'kube-apiserver') === serve).map(({ name }) => name);
