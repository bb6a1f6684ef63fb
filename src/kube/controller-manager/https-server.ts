/**
 * The HTTPS endpoints of kube-controller-manager, which a standby has as well.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/app/serve.go (NewBaseHandler),
 *             apiserver pkg/authorization/path, pkg/endpoints/filters/authorization.go
 * Acts as     https
 * Simplified  /metrics has the figures of the elections and of the running controllers only; there
 *             is no profiling; who a client is, is believed, and of users only the administrator
 *             may read other paths than /healthz; flags are not set over HTTP
 */
import type { Answer, CallFields, IncomingCall, Process } from '#kernel';
import { newForbidden } from '../api/status';
import type { DebugHandlers } from './debug-handlers';
import type { MutableHealthzHandler } from './health';

/** --authorization-always-allow-paths; matched whole. */
const ALWAYS_ALLOWED: readonly string[] = ['/healthz', '/readyz', '/livez'];
/** Of the group system:masters. */
const ADMINISTRATOR = 'kubernetes-admin';
const DEBUG_FLAGS = '/debug/flags';

export interface HttpsParts {
  readonly process: Process;
  readonly port: number;
  readonly profiling: boolean;
  readonly health: MutableHealthzHandler;
  readonly debug: DebugHandlers;
  /** What /configz shows, and the lines of /metrics. */
  readonly configz: () => object;
  readonly metrics: () => readonly string[];
}

interface Text {
  readonly status: number;
  readonly body: string;
}

export class HttpsServer {
  readonly #parts: HttpsParts;
  readonly #actor: string;

  constructor(parts: HttpsParts) {
    this.#parts = parts;
    this.#actor = `${parts.process.name}/https`;
  }

  /** Opens the port. */
  serve(): void {
    const { process, port } = this.#parts;
    process.listener = (call) => this.#handle(call);
    process.log(this.#actor, 'info', `Serving securely on [::]:${port}`);
  }

  #handle(call: IncomingCall): void {
    const url = call.fields.name;
    const [path] = url.split('?');
    const refusal = this.#refusal(call.fields, path);
    if (refusal) {
      call.reply(this.#actor, refusal);
      return;
    }
    const { status, body } = this.#answer(path, url) ?? NOT_FOUND;
    const reason = REASONS[status] ?? '';
    call.reply(this.#actor, { code: status, reason, resourceVersion: 0, body });
  }

  #refusal(fields: CallFields, path: string): Answer | undefined {
    if (ALWAYS_ALLOWED.includes(path) || fields.user === ADMINISTRATOR) return undefined;
    const text = `User ${JSON.stringify(fields.user)} cannot get path ${JSON.stringify(path)}`;
    const body = newForbidden(fields, '', text);
    return { code: 403, reason: 'Forbidden', resourceVersion: 0, body };
  }

  #answer(path: string, url: string): Text | undefined {
    const { health, debug, configz, metrics, profiling } = this.#parts;
    if (path === '/configz') return { status: 200, body: JSON.stringify(configz()) };
    if (path === '/metrics') return { status: 200, body: `${metrics().join('\n')}\n` };
    // What is set by PUT cannot be read.
    if (profiling && path === `${DEBUG_FLAGS}/v`) return UNSUPPORTED;
    return health.answer(url) ?? debug.answer(path);
  }
}

const NOT_FOUND: Text = { status: 404, body: '404 page not found\n' };
const UNSUPPORTED: Text = { status: 406, body: 'unsupported http method' };
const REASONS: Readonly<Record<number, string>> = {
  404: 'NotFound',
  406: 'NotAcceptable',
  500: 'InternalError',
  501: 'NotImplemented',
};
