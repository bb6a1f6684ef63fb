/** Configuration files of components among real files, and whose `--config` names them. */
import { isMapping } from '../fault-path';
import type { ProfileName } from '../scenario-schema';
import type { ImportNote } from './notes';
import type { ProgramName } from './programs';
import type { Place } from './sources';

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
export function configFor(
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

/** Tells of the configurations that no component takes. */
export function tellUnused(
  configs: readonly FoundConfig[],
  used: ReadonlySet<FoundConfig>,
  notes: ImportNote[],
): void {
  for (const { file, document, path, program, value } of configs.filter(
    (each) => !used.has(each),
  )) {
    const place = { file, ...(document === undefined ? {} : { document }) };
    const flag = path === undefined ? '--config' : `--config=${path}`;
    const reason = `no ${program} here has ${flag}`;
    notes.push({ ...place, about: String(value.kind), reason, leftOut: true });
  }
}
