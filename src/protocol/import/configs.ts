/** Configuration files of components among real files, and whose `--config` names them. */
import { isMapping } from '../fault-path';
import type { ProfileName } from '../scenario-schema';
import { valueOfFlag } from './flags';
import type { ImportNote } from './notes';
import type { ProgramName } from './programs';
import type { FoundServer, Place } from './sources';

type Mapping = Readonly<Record<string, unknown>>;

export interface FoundConfig extends Place {
  readonly program: ProgramName;
  /** Where it lies on the component's machine, where the file tells. */
  readonly path?: string;
  readonly value: Mapping;
}

export interface ConfigRules {
  /**
   * Why the component would refuse a configuration; undefined when it takes it. Without this
   * function it is kept unread.
   */
  readonly configRefusal?: (
    profile: ProfileName,
    config: Mapping,
    program: ProgramName,
  ) => string | undefined;
}

/** The one program that reads its configuration from a file. */
const KIND = 'KubeSchedulerConfiguration';
const GROUP = 'kubescheduler.config.k8s.io/';
const PROGRAM: ProgramName = 'kube-scheduler';

/** @param document that the object stands in, which may say where it is written to */
export function configIn(
  object: Mapping,
  place: Place,
  document: unknown,
): FoundConfig | undefined {
  if (object.kind !== KIND || !String(object.apiVersion).startsWith(GROUP)) return undefined;
  const path = isMapping(document) && document !== object ? document.path : undefined;
  const where = typeof path === 'string' ? { path } : {};
  return { ...place, program: PROGRAM, ...where, value: object };
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The file that a component's `--config` names: by its path, by its name, or the only one. */
function configFor(
  program: ProgramName,
  path: string,
  configs: readonly FoundConfig[],
): FoundConfig | undefined {
  const own = configs.filter((each) => each.program === program);
  const without = own.filter((each) => each.path === undefined);
  return (
    own.find((each) => each.path === path) ??
    without.find((each) => baseName(each.file) === baseName(path)) ??
    (without.length === 1 ? without[0] : undefined)
  );
}

/** The configuration files, and those that a component has taken. */
export interface Configs {
  readonly found: readonly FoundConfig[];
  readonly used: Set<FoundConfig>;
}

interface Taking {
  readonly program: ProgramName;
  readonly profile: ProfileName;
  readonly configs: Configs;
}

/** What the file of a component's `--config` says, in place of the flag; undefined without one. */
export function takeConfig(
  { flags }: Pick<FoundServer, 'flags'>,
  { program, profile, configs }: Taking,
  { configRefusal }: ConfigRules,
  tell: (reason: string, field: string) => void,
): FoundConfig['value'] | undefined {
  const path = valueOfFlag(flags, 'config');
  const found = path === undefined ? undefined : configFor(program, path, configs.found);
  if (!found) return undefined;
  configs.used.add(found);
  const refusal = configRefusal?.(profile, found.value, program);
  if (refusal !== undefined) {
    tell(`the file of --config=${path} is left out: ${refusal}`, '--config');
    return undefined;
  }
  tell(`the file of --config=${path} is the field config`, '--config');
  return found.value;
}

/** Tells of the configurations that no component takes. */
export function tellUnused({ found, used }: Configs, notes: ImportNote[]): void {
  for (const config of found) {
    if (used.has(config)) continue;
    const { file, document, path, program, value } = config;
    const place = { file, ...(document === undefined ? {} : { document }) };
    const flag = path === undefined ? '--config' : `--config=${path}`;
    const reason = `no ${program} here has ${flag}`;
    notes.push({ ...place, about: String(value.kind), reason, leftOut: true });
  }
}
