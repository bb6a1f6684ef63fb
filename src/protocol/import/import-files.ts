/** Makes a scenario from a real cluster's files. */

import { Document, isMap, isSeq, type Node } from 'yaml';
import { bad, good, type InputFault, type Result } from '#base';
import { checkScenario, type ReadOptions } from '../check-scenario';
import type { Scenario } from '../scenario';
import { DEFAULT_PROFILE, type ProfileName } from '../scenario-schema';
import { type ImportNote, noteLine } from './notes';
import {
  droppedLine,
  type FlagRules,
  type ImportedServer,
  importServers,
  profileFor,
} from './servers';
import {
  type FoundObject,
  type FoundScenario,
  type ImportFile,
  type Sorted,
  sortFiles,
} from './sources';
import { tidyObjects } from './tidy-objects';

export interface ImportOptions extends FlagRules, ReadOptions {
  /** Goes on with the sound files when others are refused; their faults come with the result. */
  readonly partly?: boolean;
  /** The scenario on screen: objects without a server and a scenario of their own join it. */
  readonly current?: Scenario;
}

export interface Imported {
  /** The document with comments that say what was left out and why. */
  readonly scenarioYaml: string;
  readonly scenario: Scenario;
  readonly notes: readonly ImportNote[];
  /** Why files were left out as a whole; only where the options allow it. */
  readonly faults: readonly InputFault[];
  /** Names of the servers that come from the files, and how many objects do. */
  readonly servers: readonly string[];
  readonly objects: number;
}

/** How long the imported cluster runs, unless somebody changes it. */
const UNTIL = '120s';

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => ` ${oneLine(line)}`).join('\n');
}

function titleOf(files: readonly ImportFile[]) {
  const names = files.map(({ name }) => oneLine(name.slice(name.lastIndexOf('/') + 1))).join(', ');
  return { en: `Imported from ${names}`, zh: `导入自 ${names}` };
}

/** What goes into the document. */
interface Content {
  readonly files: readonly ImportFile[];
  readonly profile: ProfileName;
  readonly servers: readonly ImportedServer[];
  readonly objects: readonly FoundObject[];
  /** The scenario to which the rest is added. */
  readonly base: Scenario | undefined;
}

function documentOf({ files, profile, servers, objects, base }: Content) {
  const added = servers.map(({ name, flags }) => ({ name, startAt: '0s', flags }));
  const apiServers = [...(base?.spec.apiServers ?? []), ...added];
  const all = [...(base?.spec.objects ?? []), ...objects.map(({ object }) => object)];
  const spec = {
    ...(base?.spec ?? { kubernetes: profile, until: UNTIL }),
    ...(base === undefined || apiServers.length > 0 ? { apiServers } : {}),
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
  const list = document.getIn(['spec', 'apiServers'], true);
  const first = content.spec.apiServers === undefined ? 0 : content.spec.apiServers.length;
  for (const [index, { dropped }] of servers.entries()) {
    const place = first - servers.length + index;
    const server: unknown = isSeq(list) ? list.items[place] : undefined;
    const flags = isMap(server) ? (server.get('flags', true) as Node | undefined) : undefined;
    if (dropped.length === 0 || flags === undefined) continue;
    flags.comment = comment(dropped.map((each) => `left out: ${droppedLine(each)}`));
  }
  return document.toString({ lineWidth: 0 });
}

/** Notes about a flag that was left out stand beside the flags; the others at the top. */
function isGeneral({ words = '' }: ImportNote): boolean {
  return !words.includes(': left out: ');
}

function emptyFault(files: readonly ImportFile[], { notes, faults }: Sorted): Result<never> {
  const reason = 'has no kube-apiserver container, and no object that is stored yet';
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

function joined(current: Scenario | undefined, notes: ImportNote[]): FoundScenario | undefined {
  if (current === undefined) return undefined;
  const reason = 'no file starts a kube-apiserver, so the objects join the scenario on screen';
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
    const reason = `from the scenario in ${base.file}; images are not asked`;
    notes.push({ about: `profile ${profile}`, field: 'image', reason, leftOut: false });
  }
  return profile;
}

/**
 * Reads static pod manifests and argument files of kube-apiserver, and objects as `kubectl get -o
 * yaml|json` prints them; with a scenario among the files, the rest is added to it. Only flags that
 * the profile knows are written; whatever is left out is told. Refused: templates, broken YAML, and
 * files with nothing to import.
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
  const base = own ?? (found.length === 0 ? joined(options.current, notes) : undefined);
  const before = base?.scenario.spec;
  const objects = tidyObjects(sorted.objects, before?.objects ?? [], notes);
  const profile = profileOf(base, sorted, notes);
  const beside = (before?.apiServers ?? []).map(({ name, flags = [] }) => ({ name, flags }));
  if (found.length + beside.length === 0) {
    const reason = 'no file starts a kube-apiserver: add one to see more';
    notes.push({ reason, leftOut: false });
  }
  const servers = importServers(found, profile, { ...options, beside }, notes);
  const content = documentOf({ files, profile, servers, objects, base: base?.scenario });
  const scenario = checkScenario(content, options);
  if (!scenario.ok) return scenario;
  return good({
    scenarioYaml: written(content, servers, notes),
    scenario: scenario.value,
    notes,
    faults,
    servers: servers.map(({ name }) => name),
    objects: objects.length,
  });
}
