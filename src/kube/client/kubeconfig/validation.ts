/**
 * What is wrong with a cluster and with a user of a kubeconfig: all of it, not only the first.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/clientcmd/validation.go
 *             (validateClusterInfo, validateAuthInfo)
 */
import type { AuthInfo, ClusterInfo } from './config-file';
import { type Disk, openError } from './disk';

/** Upstream: ErrEmptyCluster. */
export const EMPTY_CLUSTER = 'cluster has no server defined';

const given = (value: string | null | undefined): value is string => (value ?? '') !== '';
const some = (list: object | undefined): boolean => Object.keys(list ?? {}).length > 0;

export function clusterErrors(name: string, cluster: ClusterInfo, disk: Disk): readonly string[] {
  if (Object.values(cluster).every((value) => !value)) return [EMPTY_CLUSTER];
  const errors: string[] = [];
  if (!given(cluster.server)) {
    const nameless = 'default cluster has no server defined';
    errors.push(name === '' ? nameless : `no server found for cluster "${name}"`);
  }
  const proxy = cluster['proxy-url'];
  const fault = given(proxy) ? proxyError(proxy) : undefined;
  if (fault !== undefined) {
    errors.push(`invalid 'proxy-url' "${proxy}" for cluster "${name}": ${fault}`);
  }
  const file = cluster['certificate-authority'];
  if (given(file)) {
    const field = 'certificate-authority';
    if (given(cluster['certificate-authority-data'])) {
      errors.push(
        `${field}-data and ${field} are both specified for ${name}. ${field}-data will override.`,
      );
    }
    errors.push(...unreadable(field, file, name, disk));
  }
  return errors;
}

/** Upstream: parseProxyURL. */
function proxyError(text: string): string | undefined {
  const scheme = (/^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1] ?? '').toLowerCase();
  if (['http', 'https', 'socks5'].includes(scheme)) return undefined;
  return `unsupported scheme "${scheme}", must be http, https, or socks5`;
}

function unreadable(what: string, file: string, name: string, disk: Disk): readonly string[] {
  const error = openError(disk, file);
  return error === undefined ? [] : [`unable to read ${what} ${file} for ${name} due to ${error}`];
}

export function authInfoErrors(name: string, user: AuthInfo, disk: Disk): readonly string[] {
  const basic = given(user.username) || given(user.password);
  const methods = [...(given(user.token) ? ['token'] : []), ...(basic ? ['basicAuth'] : [])];
  const errors = [...certificateErrors(name, user, disk), ...execErrors(name, user)];
  if (methods.length > 1) {
    const found = `more than one authentication method found for ${name}`;
    errors.push(`${found}; found [${methods.join(' ')}], only one is allowed`);
  }
  const asSomebody =
    given(user['as-uid']) || some(user['as-groups']) || some(user['as-user-extra']);
  if (asSomebody && !given(user.as)) {
    const what = `requesting uid, groups or user-extra for ${name}`;
    errors.push(`${what} without impersonating a user`);
  }
  return errors;
}

function certificateErrors(name: string, user: AuthInfo, disk: Disk): readonly string[] {
  const [certificate, key] = [user['client-certificate'], user['client-key']];
  const [certificateData, keyData] = [user['client-certificate-data'], user['client-key-data']];
  if (!given(certificate) && !given(certificateData)) return [];
  const errors: string[] = [];
  if (given(certificate) && given(certificateData)) {
    const both = `client-cert-data and client-cert are both specified for ${name}`;
    errors.push(`${both}. client-cert-data will override.`);
  }
  if (given(key) && given(keyData)) {
    const both = `client-key-data and client-key are both specified for ${name}`;
    errors.push(`${both}; client-key-data will override`);
  }
  if (!given(key) && !given(keyData)) {
    const none = `client-key-data or client-key must be specified for ${name}`;
    errors.push(`${none} to use the clientCert authentication method.`);
  }
  if (given(certificate)) errors.push(...unreadable('client-cert', certificate, name, disk));
  if (given(key)) errors.push(...unreadable('client-key', key, name, disk));
  return errors;
}

const INTERACTIVE_MODES = ['Never', 'IfAvailable', 'Always'];

function execErrors(name: string, { exec, ...user }: AuthInfo): readonly string[] {
  if (!exec) return [];
  const errors: string[] = [];
  const must = (what: string) =>
    errors.push(`${what} must be specified for ${name} to use exec authentication plugin`);
  if (user['auth-provider']) {
    const both = 'authProvider cannot be provided in combination with an exec plugin';
    errors.push(`${both} for ${name}`);
  }
  if (!given(exec.command)) must('command');
  if (!given(exec.apiVersion)) must('apiVersion');
  for (const variable of exec.env ?? []) if (!given(variable?.name)) must('env variable name');
  // What a file of an older version leaves out. Upstream: SetDefaults_ExecConfig.
  const older = /^client\.authentication\.k8s\.io\/v1(alpha|beta)1$/.test(exec.apiVersion ?? '');
  const interactiveMode = exec.interactiveMode || (older ? 'IfAvailable' : '');
  if (interactiveMode === '') must('interactiveMode');
  else if (!INTERACTIVE_MODES.includes(interactiveMode)) {
    errors.push(`invalid interactiveMode for ${name}: "${interactiveMode}"`);
  }
  return errors;
}
