/**
 * The HTTPS server of a component: who calls, whether they may, and what a path answers.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/app/serve.go
 *             (BuildHandlerChain), cmd/kube-scheduler/app/server.go (buildHandlerChain), apiserver
 *             pkg/endpoints/filters (authentication.go, authorization.go)
 * Acts as     https
 */
import type { Answer, IncomingCall, Procedure, Process } from '#kernel';
import { type CallFields, runProcedure } from '#kernel';
import { goQuote } from '../api/field-error';
import { pathOf } from '../api/request-path';
import { newForbidden } from '../api/status';
import { deniedText } from '../api/users';
import { debugAnswer } from './debug-paths';
import { DelegatedAuthentication } from './delegated-authentication';
import { DelegatedAuthorization } from './delegated-authorization';
import type { DelegatingParts } from './delegated-config';

export interface Text {
  readonly status: number;
  readonly body: string;
}

/** What a path answers; undefined where nothing is. */
export type PathAnswers = (path: string, url: string) => Text | undefined;

export interface SecureServerParts extends DelegatingParts {
  readonly port: number;
  readonly profiling: boolean;
  readonly answers: PathAnswers;
}

export class SecureServer {
  readonly #parts: SecureServerParts;
  readonly #process: Process;
  readonly #actor: string;
  readonly #authentication: DelegatedAuthentication;
  readonly #authorization: DelegatedAuthorization;

  constructor(parts: SecureServerParts) {
    this.#parts = parts;
    this.#process = parts.process;
    this.#actor = `${parts.process.name}/https`;
    this.#authentication = new DelegatedAuthentication(parts);
    this.#authorization = new DelegatedAuthorization(parts);
  }

  /** Before it serves. @returns with what words the command ends; "" when it does not. */
  *applyTo(): Procedure<string> {
    const fault = yield* this.#authentication.applyTo();
    return fault === '' ? this.#authorization.applyTo() : fault;
  }

  /** Opens the port. */
  serve(): void {
    this.#authentication.run();
    const listener = (call: IncomingCall) =>
      runProcedure(this.#handle(call), (answer) => {
        call.reply(this.#actor, answer);
      });
    this.#process.listener = listener;
    this.#process.log(this.#actor, 'info', `Serving securely on [::]:${this.#parts.port}`);
  }

  *#handle({ fields }: IncomingCall): Procedure<Answer> {
    const url = pathOf(fields, fields.verb);
    const [path] = url.split('?');
    const caller = { ...fields, user: this.#authentication.userOf(fields.user) };
    const { allowed, reason, error } = yield* this.#authorization.authorize(caller);
    if (error !== undefined) {
      return textAnswer({
        status: 500,
        body: `Internal Server Error: ${goQuote(url)}: ${error}\n`,
      });
    }
    return allowed ? textAnswer(this.#answer(path, url)) : forbidden(caller, reason);
  }

  #answer(path: string, url: string): Text {
    const { answers, profiling } = this.#parts;
    return (profiling && debugAnswer(path)) || (answers(path, url) ?? NOT_FOUND);
  }
}

function forbidden(caller: CallFields, reason: string): Answer {
  const text = deniedText(caller);
  // A path is no name of an object.
  const name = caller.resource === '' ? '' : caller.name;
  const body = newForbidden(caller, name, reason === '' ? text : `${text}: ${reason}`);
  return { code: 403, reason: 'Forbidden', resourceVersion: 0, body };
}

const textAnswer = ({ status, body }: Text): Answer => ({
  ...{ code: status, reason: REASONS[status] ?? '', resourceVersion: 0, body },
});

const NOT_FOUND: Text = { status: 404, body: '404 page not found\n' };
const REASONS: Readonly<Record<number, string>> = {
  404: 'NotFound',
  406: 'NotAcceptable',
  500: 'InternalError',
  501: 'NotImplemented',
};
