/**
 * Fills in what depends on other options, as the component does when it starts.
 *
 * Upstream    kubernetes v1.25 cmd/kube-apiserver/app/server.go (Complete), v1.33
 *             cmd/kube-apiserver/app/options/completion.go
 * Simplified  files are never opened: keys and certificates that are named are taken to be there.
 */
import { seconds } from '#base';
import { canonicalIP, isLoopbackIP, isUnspecified, printCidr } from './cidr';
import type { ApiServerOptions, CompletedOptions } from './options';
import { DEFAULT_SERVICE_CIDR, getServiceIPAndRanges } from './service-ranges';

/** What the machine it runs on contributes. */
export interface Host {
  /** Address of the interface with the default route; absent when there is none. */
  readonly address: string | undefined;
}

export interface CompletionLog {
  readonly level: 'info' | 'warning';
  readonly message: string;
}

export type Completion =
  | {
      readonly ok: true;
      readonly options: CompletedOptions;
      readonly logs: readonly CompletionLog[];
    }
  | { readonly ok: false; readonly error: string; readonly logs: readonly CompletionLog[] };

/** Bounds of --service-account-max-token-expiration. Upstream: lowBound, upBound of Complete. */
const MIN_TOKEN_EXPIRATION = seconds(3_600);
const MAX_TOKEN_EXPIRATION = seconds(4_294_967_296);

/** Completes the options; the first thing that cannot be completed ends it. */
export function complete(options: ApiServerOptions, host: Host): Completion {
  const logs: CompletionLog[] = [];
  const fail = (error: string): Completion => ({ ok: false, error, logs });
  const publicAddress = advertiseAddress(options, host);
  if (publicAddress === undefined) {
    return fail(
      "Unable to find suitable network address.error='no default routes found in " +
        '"/proc/net/route" or "/proc/net/ipv6_route"\'. Try to set the AdvertiseAddress directly ' +
        'or provide a valid BindAddress to fix this.',
    );
  }
  const ranges = getServiceIPAndRanges(options.serviceClusterIPRange);
  if (!ranges.ok) return fail(ranges.error);
  if (ranges.defaulted) logs.push({ level: 'warning', message: DEFAULT_RANGE_WARNING });
  const externalHost = options.externalHostname || publicAddress;
  if (options.externalHostname === '') {
    const message = `external host was not specified, using ${externalHost}`;
    logs.push({ level: 'info', message });
  }
  if (!tokenExpirationFits(options)) {
    return fail('the service-account-max-token-expiration must be between 1 hour and 2^32 seconds');
  }
  const completed: CompletedOptions = {
    ...options,
    publicAddress,
    primaryServiceRange: printCidr(ranges.primary),
    secondaryServiceRange: ranges.secondary && printCidr(ranges.secondary),
    apiServerServiceIP: ranges.apiServerServiceIP,
    externalHost,
    anonymousAuth: options.anonymousAuth && !options.authorizationModes.includes('AlwaysAllow'),
    apiAudiences: options.apiAudiences.length > 0 ? options.apiAudiences : issuersOf(options),
    runtimeConfig: withoutAliases(options.runtimeConfig),
  };
  return { ok: true, options: completed, logs };
}

const DEFAULT_RANGE_WARNING =
  `No CIDR for service cluster IPs specified. Default value which was ${DEFAULT_SERVICE_CIDR} ` +
  'is deprecated and will be removed in future releases. ' +
  'Please specify it using --service-cluster-ip-range on kube-apiserver.';

/** Upstream: DefaultAdvertiseAddress, ResolveBindAddress. */
function advertiseAddress(options: ApiServerOptions, host: Host): string | undefined {
  const { advertiseAddress: given, bindAddress } = options;
  if (given !== '' && !isUnspecified(given)) return canonicalIP(given);
  const bound = bindAddress !== '' && !isUnspecified(bindAddress) && !isLoopbackIP(bindAddress);
  return bound ? canonicalIP(bindAddress) : host.address;
}

/** Looked at only when tokens are issued at all. */
function tokenExpirationFits(options: ApiServerOptions): boolean {
  const expiration = options.serviceAccountMaxTokenExpiration;
  const issuing =
    options.serviceAccountSigningKeyFile !== '' || (options.serviceAccountIssuers[0] ?? '') !== '';
  if (!issuing || expiration === 0) return true;
  return expiration >= MIN_TOKEN_EXPIRATION && expiration <= MAX_TOKEN_EXPIRATION;
}

const issuersOf = ({ serviceAccountIssuers }: ApiServerOptions): readonly string[] =>
  serviceAccountIssuers.filter((issuer) => issuer !== '');

const CORE_ALIAS = /^(v1|api\/v1)(\/|$)/;

/**
 * All names of the core group become `/v1`; `api/legacy` goes. Where there are none it is what was
 * given: the documents of discovery are kept by it, for every start and every seed.
 */
function withoutAliases(given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const isAlias = (key: string) => key === 'api/legacy' || CORE_ALIAS.test(key);
  if (![...given.keys()].some(isAlias)) return given;
  const config = new Map<string, string>();
  for (const [key, value] of given) {
    if (CORE_ALIAS.test(key)) config.set('/v1', value);
    else if (key !== 'api/legacy') config.set(key, value);
  }
  return config;
}
