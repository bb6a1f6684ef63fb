/**
 * What the ConfigMap says of who is let in, as plain data: what stands there and what this server
 * adds.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller/clusterauthenticationtrust
 *             (combinedClusterAuthenticationInfo, getConfigMapDataFor)
 * Simplified  files are never opened: a certificate authority is a block made from the name of its
 *             file, and none expires
 */
import type { CompletedOptions } from '../../options';

export interface AuthenticationInfo {
  /** PEM blocks. */
  readonly clientCA: readonly string[];
  readonly requestHeaderCA: readonly string[];
  readonly usernameHeaders: readonly string[];
  /** Undefined where the version does not publish them. */
  readonly uidHeaders: readonly string[] | undefined;
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
  readonly allowedNames: readonly string[];
}

export type ConfigMapData = Readonly<Record<string, string>>;

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
const BLOCK = new RegExp(`${BEGIN}[^-]*${END}`, 'g');
/** Characters of a line. Source: encoding/pem. */
const LINE = 64;

/** Base64 without a browser's or Node's help, of plain ASCII. */
function base64(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let out = '';
  for (let at = 0; at < text.length; at += 3) {
    const [a, b = Number.NaN, c = Number.NaN] = [0, 1, 2].map((i) => text.charCodeAt(at + i));
    const bits = (a << 16) | ((b || 0) << 8) | (c || 0);
    out += alphabet[bits >> 18] + alphabet[(bits >> 12) & 63];
    out += Number.isNaN(b) ? '=' : alphabet[(bits >> 6) & 63];
    out += Number.isNaN(c) ? '=' : alphabet[bits & 63];
  }
  return out;
}

/** The block that stands for the certificate in a file; none where no file is named. */
export function standInCertificate(file: string): readonly string[] {
  if (file === '') return [];
  const body = base64(`certificate of ${file}`).match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [[BEGIN, ...body, END].join('\n')];
}

/** What this server lets in. */
export function requiredInfo(options: CompletedOptions, uidHeaders: boolean): AuthenticationInfo {
  return {
    clientCA: standInCertificate(options.clientCAFile),
    requestHeaderCA: standInCertificate(options.requestHeaderClientCAFile),
    usernameHeaders: options.requestHeaderUsernameHeaders,
    uidHeaders: uidHeaders ? options.requestHeaderUIDHeaders : undefined,
    groupHeaders: options.requestHeaderGroupHeaders,
    extraHeaderPrefixes: options.requestHeaderExtraHeadersPrefix,
    allowedNames: options.requestHeaderAllowedNames,
  };
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : (JSON.parse(text) as readonly string[]);
}

/** What a ConfigMap says. Upstream: getClusterAuthenticationInfoFor. */
export function infoOf(data: ConfigMapData): AuthenticationInfo {
  return {
    clientCA: data['client-ca-file']?.match(BLOCK) ?? [],
    requestHeaderCA: data['requestheader-client-ca-file']?.match(BLOCK) ?? [],
    usernameHeaders: listOf(data['requestheader-username-headers']),
    uidHeaders: listOf(data['requestheader-uid-headers']),
    groupHeaders: listOf(data['requestheader-group-headers']),
    extraHeaderPrefixes: listOf(data['requestheader-extra-headers-prefix']),
    allowedNames: listOf(data['requestheader-allowed-names']),
  };
}

/** What either says, each once, in the order first seen. */
export function combined(found: AuthenticationInfo, own: AuthenticationInfo): AuthenticationInfo {
  const both = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
  return {
    clientCA: both(found.clientCA, own.clientCA),
    requestHeaderCA: both(found.requestHeaderCA, own.requestHeaderCA),
    usernameHeaders: both(found.usernameHeaders, own.usernameHeaders),
    uidHeaders: own.uidHeaders && both(found.uidHeaders ?? [], own.uidHeaders),
    groupHeaders: both(found.groupHeaders, own.groupHeaders),
    extraHeaderPrefixes: both(found.extraHeaderPrefixes, own.extraHeaderPrefixes),
    allowedNames: both(found.allowedNames, own.allowedNames),
  };
}

/** Upstream: getConfigMapDataFor. Without an authority nothing is said of its headers. */
export function dataOf(info: AuthenticationInfo): ConfigMapData {
  const data: Record<string, string> = {};
  const bundle = (blocks: readonly string[]) => blocks.map((block) => `${block}\n`).join('');
  if (info.clientCA.length > 0) data['client-ca-file'] = bundle(info.clientCA);
  if (info.requestHeaderCA.length === 0) return data;
  const say = (key: string, values: readonly string[]) => {
    data[`requestheader-${key}`] = JSON.stringify(values);
  };
  say('username-headers', info.usernameHeaders);
  if (info.uidHeaders?.length) say('uid-headers', info.uidHeaders);
  say('group-headers', info.groupHeaders);
  say('extra-headers-prefix', info.extraHeaderPrefixes);
  data['requestheader-client-ca-file'] = bundle(info.requestHeaderCA);
  say('allowed-names', info.allowedNames);
  return data;
}
