/**
 * How a client speaks of a request that got no answer, and where requests go.
 *
 * Upstream    Go net/http (url.Error), golang.org/x/net/http2;
 *             kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/net/http.go (timeouts)
 * Simplified  local ports are not modelled, so errors name the far end only; each client has a
 *             connection of its own, where client-go shares one among those of one configuration;
 *             requests that wait for it wait for one dial, where net/http (Transport.getConn)
 *             begins one for each, and closes what it does not need
 */
import { seconds } from '#base';
import type { DialOptions } from '#kernel';
import type { RequestError } from './with-retry';

/**
 * HTTP/2 of client-go: dial timeout; a ping after so long without a frame; the wait for its answer.
 * Source: net/http.go readIdleTimeoutSeconds and pingTimeoutSeconds, transport/cache.go
 * (tlsHandshakeTimeout).
 */
export const HTTP2_DIAL: DialOptions = {
  dialTimeout: seconds(30),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(15),
  handshakeTimeout: seconds(10),
};

/** Port of an API server. Source: --secure-port's default. */
const SECURE_PORT = 6_443;
/** Where a server that listens on all addresses calls itself. Source: LoopbackHostPort. */
const LOOPBACK_ADDRESS = `[::1]:${SECURE_PORT}`;

/** Why a connection ended whose far end did not answer the ping: in the kernel's words, in Go's. */
export const SILENT = 'keepalive timed out';
export const CONNECTION_LOST = 'http2: client connection lost';

const OPERATION: Readonly<Record<string, string>> = {
  GET: 'Get',
  POST: 'Post',
  PUT: 'Put',
  DELETE: 'Delete',
  PATCH: 'Patch',
};

/** What a server that speaks TLS answers who does not. Source: Go net/http (Server.Serve). */
export const PLAIN_HTTP = 'Client sent an HTTP request to an HTTPS server.';

/** Host and port by which a client calls a server, where it was given none. */
export const addressOf = (client: string, server: string): string =>
  client === server ? LOOPBACK_ADDRESS : `${server}:${SECURE_PORT}`;

export interface FailedRequest {
  readonly method: string;
  /** Host and port. */
  readonly address: string;
  /** Host and port that are dialled, where that is not the address. */
  readonly peer?: string | undefined;
  readonly scheme?: string | undefined;
  /** With its query. */
  readonly path: string;
  /** Why no answer came, in the kernel's words. */
  readonly reason: string;
}

/** `Get "https://10.0.0.11:6443/readyz": dial tcp 10.0.0.11:6443: connect: connection refused`. */
export function transportError(failed: FailedRequest): RequestError {
  const { method, address, path, scheme = 'https' } = failed;
  const inner = goReason(failed);
  const text = `${OPERATION[method] ?? method} "${scheme}://${address}${path}": ${inner}`;
  return { text, inner };
}

/** The kernel names the process, which is the far end. */
const DIALLED = /^dial tcp \S+: /;

function goReason({ reason, address, peer = address }: FailedRequest): string {
  if (reason === 'tls handshake: timed out') return 'net/http: TLS handshake timeout';
  if (reason.startsWith('tls handshake: ')) return reason.replace('tls handshake:', 'read:');
  if (reason === 'connect: connection refused') return `dial tcp ${peer}: ${reason}`;
  if (DIALLED.test(reason)) return reason.replace(DIALLED, `dial tcp ${peer}: `);
  return reason === SILENT ? CONNECTION_LOST : reason;
}
