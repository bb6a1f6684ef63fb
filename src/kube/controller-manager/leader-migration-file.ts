/**
 * The file of --leader-migration-config: decoded without strictness, then checked.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/pkg/leadermigration
 *             (config/config.go, options/options.go ApplyTo)
 * Simplified  the line number in the name of a scheme is left out
 */
import { bad, good, type Result } from '#base';
import {
  type ComponentFiles,
  type FileContent,
  fileAt,
  noSuchFile,
} from '../component/component-files';
import { type Configured, goKind } from '../component/config-fields';
import { DEFAULT_LEADER_MIGRATION, type LeaderMigration } from './leader-migration';

/** Source: the registered versions of controllermanager.config.k8s.io. */
const GROUP = 'controllermanager.config.k8s.io';
const VERSIONS = ['v1alpha1', 'v1beta1', 'v1'].map((version) => `${GROUP}/${version}`);
const KIND = 'LeaderMigrationConfiguration';
const SCHEME = 'k8s.io/controller-manager/pkg/leadermigration/config/config.go';
/** Source: ResourceLockLeases, ResourceLockEndpoints. */
const LOCKS = ['leases', 'endpoints'];

const refused = (reason: string): Result<never> => bad([{ path: '', reason }]);

type Fields = Readonly<Record<string, unknown>>;

/** One field of Go type string; absent and null are empty. */
function text(of: Fields, struct: string, field: string, path = field): Result<string> {
  const value = of[field] ?? '';
  if (typeof value === 'string') return good(value);
  const place = `Go struct field ${struct}.${path} of type string`;
  return refused(`json: cannot unmarshal ${goKind(value)} into ${place}`);
}

interface Entry {
  readonly name: string;
  readonly component: string;
}

function readEntries(given: unknown): Result<readonly Entry[]> {
  const of = 'v1.ControllerLeaderConfiguration';
  if (given !== null && given !== undefined && !Array.isArray(given)) {
    const place = `Go struct field ${KIND}.controllerLeaders of type []${of}`;
    return refused(`json: cannot unmarshal ${goKind(given)} into ${place}`);
  }
  const entries: Entry[] = [];
  for (const item of (given ?? []) as readonly unknown[]) {
    if (typeof item !== 'object' || Array.isArray(item)) {
      const place = `Go struct field ${KIND}.controllerLeaders of type ${of}`;
      return refused(`json: cannot unmarshal ${goKind(item)} into ${place}`);
    }
    const fields = (item ?? {}) as Fields;
    const struct = 'ControllerLeaderConfiguration';
    const name = text(fields, struct, 'name', 'controllerLeaders.name');
    if (!name.ok) return name;
    const component = text(fields, struct, 'component', 'controllerLeaders.component');
    if (!component.ok) return component;
    entries.push({ name: name.value, component: component.value });
  }
  return good(entries);
}

interface Decoded {
  readonly leaderName: string;
  readonly resourceLock: string;
  readonly entries: readonly Entry[];
}

/** Source: ReadLeaderMigrationConfiguration, after the file was read. */
function decode({ text: raw, data }: FileContent): Result<Decoded> {
  const read = data();
  if (!read.ok) return refused(read.faults[0].reason);
  const fields = (read.value.value ?? {}) as Fields;
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    const what = goKind(fields);
    return refused(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${what} into Go value ` +
        'of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; ' +
        'Kind string "json:\\"kind,omitempty\\"" }',
    );
  }
  const { kind, apiVersion } = fields;
  if (!kind) return refused(`Object 'Kind' is missing in '${raw}'`);
  if (!apiVersion) return refused(`Object 'apiVersion' is missing in '${raw}'`);
  if (kind !== KIND || !VERSIONS.includes(String(apiVersion))) {
    const what = `"${String(kind)}" is registered for version "${String(apiVersion)}"`;
    return refused(`no kind ${what} in scheme "${SCHEME}"`);
  }
  const leaderName = text(fields, KIND, 'leaderName');
  if (!leaderName.ok) return leaderName;
  const resourceLock = text(fields, KIND, 'resourceLock');
  if (!resourceLock.ok) return resourceLock;
  const entries = readEntries(fields.controllerLeaders);
  if (!entries.ok) return entries;
  const [name, lock] = [leaderName.value, resourceLock.value];
  return good({ leaderName: name, resourceLock: lock, entries: entries.value });
}

/** Source: ValidateLeaderMigrationConfiguration. */
function validate({ leaderName, resourceLock, entries }: Decoded): readonly string[] {
  const errors: string[] = [];
  if (leaderName === '') {
    errors.push(`leaderName: Required value: leaderName must be set for ${KIND}`);
  }
  if (!LOCKS.includes(resourceLock)) {
    const value = JSON.stringify(resourceLock);
    const why = `resource Lock must be one of 'leases' or 'endpoints'`;
    errors.push(`resourceLock: Invalid value: ${value}: ${why}`);
  }
  for (const [index, { name, component }] of entries.entries()) {
    const at = `controllerLeaders[${index}]`;
    if (component === '') errors.push(`${at}.component: Required value: component must be set`);
    if (name === '') errors.push(`${at}.name: Required value: name must be set`);
  }
  return errors;
}

/** Of the fields of Generic.LeaderMigration; undefined where none is given. */
function configuredMigration(configured: Configured | undefined): Result<Decoded> | undefined {
  const value = (field: string) => configured?.fields.get(`Generic.LeaderMigration.${field}`);
  const [leaderName, resourceLock, leaders] = [
    ...['LeaderName', 'ResourceLock', 'ControllerLeaders'].map(value),
  ];
  if (leaderName === undefined && resourceLock === undefined && !leaders) return undefined;
  const lower = (leaders as readonly Fields[] | undefined)?.map((leader) =>
    Object.fromEntries(Object.entries(leader).map(([key, text]) => [key.toLowerCase(), text])),
  );
  const entries = readEntries(lower);
  if (!entries.ok) return entries;
  const [name, lock] = [(leaderName ?? '') as string, (resourceLock ?? '') as string];
  return good({ leaderName: name, resourceLock: lock, entries: entries.value });
}

interface Given {
  readonly files?: ComponentFiles;
  readonly configured?: Configured;
}

/** What the flag or the fields give, or the error that ends the command. Source: ApplyTo. */
export function migrationOf(path: string, given: Given): Result<LeaderMigration> {
  const { files, configured } = given;
  if (path === '' || !files) {
    const decoded = configuredMigration(configured);
    return decoded ? checked(decoded) : good(DEFAULT_LEADER_MIGRATION);
  }
  const file = fileAt(files, path);
  if (!file) {
    const what = `unable to read leader migration configuration from ${JSON.stringify(path)}`;
    return refused(`${what}: ${noSuchFile(path)}`);
  }
  return checked(decode(file));
}

function checked(decoded: Result<Decoded>): Result<LeaderMigration> {
  if (!decoded.ok) return decoded;
  const errors = validate(decoded.value);
  if (errors.length > 0) {
    // Source: %v of a field.ErrorList, which is a slice of errors.
    return refused(`failed to parse leader migration configuration: [${errors.join(' ')}]`);
  }
  const { leaderName, resourceLock, entries } = decoded.value;
  const components = new Map(entries.map(({ name, component }) => [name, component]));
  return good({ leaderName, resourceLock, components });
}
