/** Which server a component talks to, where its flags and files say it. */
import { hostAddressOf, invariant, type Result } from '#base';
import {
  type AccessParts,
  type FileData,
  getServiceIPAndRanges,
  type ServerAccess,
  type ServerHost,
} from '#kube';
import type { ComponentSpec } from '#protocol';
import type { CompiledServer } from './compile-processes';

/** What reads kubeconfig files. */
export interface KubeconfigParts {
  readonly serverAccess: (parts: AccessParts) => ServerAccess;
  readonly readDocument: AccessParts['readDocument'];
  readonly readFileData: (text: string) => Result<FileData>;
}

const MASTER = /^--?master(=|$)/;

/** Else it is taken that its kubeconfig points to the server of its entry. */
export const readsKubeconfig = ({ files, flags = [] }: ComponentSpec): boolean =>
  files !== undefined || flags.some((flag) => MASTER.test(flag));

/** Other servers of the address and port of the one that is named. */
export function sharersOf(
  server: string,
  servers: readonly CompiledServer[],
): readonly string[] | undefined {
  const hosts = servers.map(hostOf);
  const own = hosts.find(({ name }) => name === server);
  const others = hosts.filter(
    ({ name, address, port }) =>
      own && name !== server && address === own.address && port === own.port,
  );
  return others.length > 0 ? others.map(({ name }) => name) : undefined;
}

/** @param local the API server on the same machine. */
export function accessOf(
  component: ComponentSpec,
  local: string,
  servers: readonly CompiledServer[],
  kubeconfigs: KubeconfigParts | undefined,
): ServerAccess | undefined {
  if (!readsKubeconfig(component)) return undefined;
  invariant(kubeconfigs, `what reads the files of ${component.name}`);
  const { files, env = {} } = component;
  const { serverAccess, readDocument } = kubeconfigs;
  return serverAccess({ files, env, readDocument, local, hosts: servers.map(hostOf) });
}

/** How clients call a server: as it advertises itself. */
function hostOf({ name, options }: CompiledServer, index: number): ServerHost {
  const { advertiseAddress, securePort: port, serviceClusterIPRange } = options;
  const own = advertiseAddress === '' || advertiseAddress === '0.0.0.0';
  const ranges = getServiceIPAndRanges(serviceClusterIPRange);
  return {
    ...{ name, port, address: own ? hostAddressOf(index) : advertiseAddress },
    serviceAddress: ranges.ok ? ranges.apiServerServiceIP : undefined,
  };
}
