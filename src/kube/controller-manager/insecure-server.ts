/**
 * The plain HTTP endpoints of kube-controller-manager before 1.12: whoever reaches the port is
 * answered.
 *
 * Upstream    kubernetes before v1.12 cmd/kube-controller-manager/app/controllermanager.go
 *             (startHTTP)
 * Acts as     http
 * Simplified  /metrics has no figures and there is no profiling; nothing makes the server end,
 *             which would be fatal for the process
 */
import type { IncomingCall, Process } from '#kernel';
import { MutableHealthzHandler } from './health';

interface Text {
  readonly status: number;
  readonly body: string;
}

export interface InsecureParts {
  readonly process: Process;
  /** What /configz shows. */
  readonly configz: () => object;
}

const NOT_FOUND: Text = { status: 404, body: '404 page not found\n' };

export class InsecureServer {
  readonly #parts: InsecureParts;
  readonly #actor: string;
  /** Only `ping`: neither the election nor a controller has a check. */
  readonly #health = new MutableHealthzHandler();

  constructor(parts: InsecureParts) {
    this.#parts = parts;
    this.#actor = `${parts.process.name}/http`;
  }

  /** Opens the port; no line says so. */
  serve(): void {
    const listener = (call: IncomingCall) => this.#handle(call);
    this.#parts.process.listener = listener;
  }

  #handle(call: IncomingCall): void {
    const { status, body } = this.#answer(call.fields.name) ?? NOT_FOUND;
    const reason = status === NOT_FOUND.status ? 'NotFound' : '';
    call.reply(this.#actor, { code: status, reason, resourceVersion: 0, body });
  }

  #answer(url: string): Text | undefined {
    const [path] = url.split('?');
    if (path === '/configz') {
      return { status: 200, body: JSON.stringify(this.#parts.configz()) };
    }
    if (path === '/metrics') return { status: 200, body: '\n' };
    return this.#health.answer(url);
  }
}
