/**
 * Processes of a checked document: their flags are read, and their faults found.
 *
 * Simplified  each process may be of a version of its own; what the document brings itself is of
 *             the scenario's: its commands, the lines of the console, objects before the start
 */
import {
  bad,
  good,
  type InputFault,
  invariant,
  parseGoDuration,
  type Result,
  type SimDuration,
  type SimTime,
} from '#base';
import {
  type ApiServerOptions,
  type ComponentFiles,
  type ComponentKind,
  type ComponentPlan,
  type Components,
  type Configured,
  type KnownGates,
  type Profile,
  parseApiServerFlags,
  readConfig,
  withImpliedFlags,
} from '#kube';
import type { ComponentSpec, flagsOfManifest, Scenario } from '#protocol';
import { accessOf, type KubeconfigParts, sharersOf } from './compile-access';

export interface CompiledServer {
  readonly name: string;
  /** undefined: a later step starts it. */
  readonly startAt: SimTime | undefined;
  readonly options: ApiServerOptions;
}

/** Reads the flags of a component out of a static pod manifest. */
export type ManifestReader = typeof flagsOfManifest;

export const length = (text: string): SimDuration => parseGoDuration(text) as SimDuration;
export const instant = (text: string): SimTime => parseGoDuration(text) as number as SimTime;

/** What the flags of processes are read with; the caller brings it. */
export interface FlagParts {
  /** Undefined where no server has a manifest. */
  readonly readManifest: ManifestReader | undefined;
  /** Undefined where there are no components but API servers. */
  readonly components: Components | undefined;
  /** Undefined where no component has files or reads a kubeconfig. */
  readonly kubeconfigs: KubeconfigParts | undefined;
  /** Undefined where no gates are given. */
  readonly gates: KnownGates | undefined;
}

export function compileServers(
  { spec }: Scenario,
  ofScenario: Profile,
  faults: InputFault[],
  { readManifest, gates }: FlagParts,
): readonly CompiledServer[] {
  const servers: CompiledServer[] = [];
  for (const [index, server] of (spec.apiServers ?? []).entries()) {
    const path = `spec.apiServers[${index}]`;
    const args = argumentsOf(server, path, faults, readManifest);
    if (!args) continue;
    const profile = profileOf(server, ofScenario);
    const parsed = parseApiServerFlags(args, profile, gates);
    const field = server.manifest === undefined ? 'flags' : 'manifest';
    if (!parsed.ok) {
      faults.push({ path: `${path}.${field}`, reason: parsed.message });
      continue;
    }
    const startAt = startOf(server);
    servers.push({ name: server.name, startAt, options: parsed.options });
  }
  return servers;
}

/** The schema knows the same versions. */
const profileOf = (process: { readonly kubernetes?: string }, ofScenario: Profile): Profile =>
  (process.kubernetes as Profile | undefined) ?? ofScenario;

const startOf = ({ startAt = '0s' }: { readonly startAt?: string }): SimTime | undefined =>
  startAt === 'never' ? undefined : instant(startAt);

/** Lists of components that are clients of API servers. */
const COMPONENT_LISTS = ['controllerManagers', 'schedulers'] as const;

interface Compiled {
  readonly profile: Profile;
  readonly apiServers: readonly CompiledServer[];
}

export function compileComponents(
  { spec }: Scenario,
  { profile: ofScenario, apiServers }: Compiled,
  faults: InputFault[],
  { components: kinds, gates, kubeconfigs }: FlagParts,
): readonly ComponentPlan[] {
  const servers = (spec.apiServers ?? []).map(({ name }) => name);
  return COMPONENT_LISTS.flatMap((list) =>
    (spec[list] ?? []).flatMap((component: ComponentSpec, index) => {
      const path = `spec.${list}[${index}]`;
      invariant(kinds, `the components for ${path}`);
      const { flags = [], start } = component;
      const profile = profileOf(component, ofScenario);
      const read = configOf(component, kinds[list], profile);
      if (!read.ok) {
        faults.push(...read.faults.map((each) => ({ ...each, path: `${path}.${each.path}` })));
        return [];
      }
      const given = { files: filesOf(component, kubeconfigs), configured: read.value };
      const parsed = kinds[list].parse({ args: flags, profile, gates, start, ...given });
      if (!parsed.ok) {
        faults.push({ path: `${path}.flags`, reason: parsed.message });
        return [];
      }
      const { name, env = {}, server = servers[index % servers.length] } = component;
      const access = accessOf(component, server, apiServers, kubeconfigs);
      const others = sharersOf(server, apiServers);
      const place = { server, others, access, env, profile };
      const { port } = kinds[list];
      return [{ name, startAt: startOf(component), ...place, boot: parsed.boot, port }];
    }),
  );
}

/** What its `config` says; undefined where it has none. */
function configOf(
  { config, start }: ComponentSpec,
  kind: ComponentKind,
  profile: Profile,
): Result<Configured | undefined> {
  if (!config) return good(undefined);
  if (start !== undefined) {
    return bad([{ path: 'config', reason: `has no place beside start: ${start}; give flags` }]);
  }
  const read = readConfig(kind.config, config, profile);
  if (read.ok) return read;
  return bad(read.faults.map(({ path, reason }) => ({ path: `config.${path}`, reason })));
}

function filesOf({ files }: ComponentSpec, reader: KubeconfigParts | undefined): ComponentFiles {
  if (!files) return undefined;
  invariant(reader, 'a reader of YAML where a process has files');
  const data = (text: string) => () => reader.readFileData(text);
  return new Map(Object.entries(files).map(([path, text]) => [path, { text, data: data(text) }]));
}

function argumentsOf(
  server: { readonly flags?: readonly string[]; readonly manifest?: string },
  path: string,
  faults: InputFault[],
  readManifest: ManifestReader | undefined,
): readonly string[] | undefined {
  if (server.manifest === undefined) return withImpliedFlags(server.flags ?? []);
  invariant(readManifest, `a reader for the manifest of ${path}`);
  const read = readManifest(server.manifest, 'kube-apiserver');
  if (read.ok) return read.value;
  for (const { path: inner, reason } of read.faults) {
    faults.push({ path: `${path}.manifest${inner === '' ? '' : `.${inner}`}`, reason });
  }
  return undefined;
}
