/**
 * What `/configz` of kube-scheduler shows: what results from its flags and its configuration.
 *
 * Upstream    kubernetes v1.27 pkg/scheduler/apis/config/types.go
 * Simplified  of a profile the names and the share of Nodes are shown, of extenders nothing
 */
import {
  type ConfigField,
  type Configured,
  configFields,
  configObject,
  shown,
} from '../component/config-fields';
import type { FlagReader } from '../component/read-flags';
import type { Profile } from '../profile';
import { SCHEDULER_CONFIG } from './config-form';

/** Go's name of a field. */
const goName = (name: string): string =>
  name === 'qps' ? 'QPS' : name.slice(0, 1).toUpperCase() + name.slice(1);

const goPath = (path: string): string => path.split('.').map(goName).join('.');

export interface ShownOptions {
  readonly profile: Profile;
  readonly flag: FlagReader;
  readonly configured: Configured | undefined;
  /** Of its profiles, in their order. */
  readonly profiles: readonly object[];
}

export function schedulerConfigz({ profile, flag, configured, profiles }: ShownOptions): object {
  const valueAt = ({ path, flag: name, type, default: preset }: ConfigField): unknown => {
    if (path === 'profiles') return profiles;
    if (path === 'extenders') return null;
    return shown(type, name === undefined ? (configured?.fields.get(path) ?? preset) : flag(name));
  };
  const rows = configFields(SCHEDULER_CONFIG, profile);
  const values = new Map(rows.map((row) => [goPath(row.path), valueAt(row)]));
  const named = rows.map((row) => ({ ...row, path: goPath(row.path) }));
  const { apiVersion } = SCHEDULER_CONFIG;
  return { apiVersion, ...configObject(named, ({ path }) => values.get(path)) };
}
