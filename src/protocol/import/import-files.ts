/** Makes a scenario from a real cluster's files. */

import { Document, isMap, isSeq, type Node } from 'yaml';
import { bad, good, type Result } from '#base';
import { checkScenario, type ReadOptions } from '../check-scenario';
import type { Scenario } from '../scenario';
import type { ProfileName } from '../scenario-schema';
import { type FlagRules, type ImportedServer, importServers, profileFor } from './servers';
import { type ImportFile, type Sorted, sortFiles } from './sources';

export interface ImportOptions extends FlagRules, ReadOptions {}

export interface Imported {
  /** The document with comments that say what was left out and why. */
  readonly scenarioYaml: string;
  readonly scenario: Scenario;
  /** The same and more, a line each, with the file's name first where one is meant. */
  readonly notes: readonly string[];
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

function documentOf(
  files: readonly ImportFile[],
  profile: ProfileName,
  servers: readonly ImportedServer[],
  sorted: Sorted,
) {
  return {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'imported', title: titleOf(files) },
    spec: {
      kubernetes: profile,
      until: UNTIL,
      apiServers: servers.map(({ name, flags }) => ({ name, startAt: '0s', flags })),
      ...(sorted.objects.length > 0 ? { objects: sorted.objects.map(({ object }) => object) } : {}),
    },
  };
}

/** The text of the document, with what was left out as comments where it would stand. */
function written(
  content: ReturnType<typeof documentOf>,
  servers: readonly ImportedServer[],
  notes: readonly string[],
): string {
  const document = new Document(content, {
    aliasDuplicateObjects: false,
    // Other tools read YAML 1.1: what would be a date or a boolean there is put in quotes.
    compat: 'yaml-1.1',
  });
  document.commentBefore = comment([
    'Made from files of a real cluster.',
    ...notes.filter(isGeneral),
  ]);
  const list = document.getIn(['spec', 'apiServers'], true);
  for (const [index, { dropped }] of servers.entries()) {
    const server: unknown = isSeq(list) ? list.items[index] : undefined;
    const flags = isMap(server) ? (server.get('flags', true) as Node | undefined) : undefined;
    if (dropped.length === 0 || flags === undefined) continue;
    flags.comment = comment(dropped.map((line) => `left out: ${line}`));
  }
  return document.toString({ lineWidth: 0 });
}

/** Notes about a flag stand beside the flags; the others at the top. */
function isGeneral(note: string): boolean {
  return !note.includes(': left out: ');
}

function emptyFault(files: readonly ImportFile[], notes: readonly string[]): Result<never> {
  const reason = 'has no kube-apiserver container, and no object that is stored yet';
  const faults = files.map(({ name }) => {
    const own = notes.filter((note) => note.startsWith(`${name}: `));
    const found = own.map((note) => note.slice(name.length + 2)).join('; ');
    return { path: name, reason: found === '' ? reason : `${reason}: ${found}` };
  });
  return bad(faults);
}

/**
 * Reads static pod manifests and argument files of kube-apiserver, and objects as `kubectl get -o
 * yaml|json` prints them. Only flags that the profile knows are written; whatever is left out is
 * told. Refused: templates, broken YAML, and files with nothing to import.
 */
export function importFiles(
  files: readonly ImportFile[],
  options: ImportOptions,
): Result<Imported> {
  const sorted = sortFiles(files);
  if (sorted.faults.length > 0) return bad(sorted.faults);
  if (sorted.servers.length + sorted.objects.length === 0) return emptyFault(files, sorted.notes);
  const notes = [...sorted.notes];
  const profile = profileFor(sorted.servers, notes);
  if (sorted.servers.length === 0)
    notes.push('no file starts a kube-apiserver: add one to see more');
  const servers = importServers(sorted.servers, profile, options, notes);
  const content = documentOf(files, profile, servers, sorted);
  const scenario = checkScenario(content, options);
  if (!scenario.ok) return scenario;
  const lines = notes.map(oneLine);
  return good({
    scenarioYaml: written(content, servers, lines),
    scenario: scenario.value,
    notes: lines,
  });
}
