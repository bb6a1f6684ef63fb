/**
 * `/healthz`, `/livez` and `/readyz` of one server: what they check, what they answer, and a record
 * whenever an answer changes.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/healthz.go,
 *             pkg/server/healthz/healthz.go
 * Acts as     health
 * Simplified  between two requests the checks of etcd count as they were answered last
 */
import type { Process } from '#kernel';
import { HealthSlis } from '../../component/health-slis';
import {
  failingChecks,
  failureLog,
  getExcludedChecks,
  type HealthChecker,
  handleCheck,
  handleRootHealth,
  installedChecks,
  pathsOf,
  type RootHealth,
  type TextAnswer,
} from '../../component/healthz';
import type { HealthInput } from '../server-context';
import type { EtcdProber } from './etcd-prober';
import { RequestCounter } from './request-total';

export const ENDPOINTS = ['healthz', 'livez', 'readyz'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

export interface HealthOptions {
  readonly process: Process;
  /** Writes the records. */
  readonly actor: string;
  readonly checks: Readonly<Record<Endpoint, readonly HealthChecker[]>>;
  /** Probes that must be asked before the check of that name is answered. */
  readonly probers: ReadonlyMap<string, EtcdProber>;
  /** The first time that `/readyz` is answered with success. */
  readonly firstReady: () => void;
}

export class HealthEndpoints implements HealthInput {
  readonly requests = new RequestCounter();
  readonly slis = new HealthSlis();
  readonly #options: HealthOptions;
  readonly #checks: Readonly<Record<Endpoint, readonly HealthChecker[]>>;
  readonly #last = new Map<Endpoint, string>();
  #beenReady = false;
  #lastLogged = '';
  #installed = false;

  constructor(options: HealthOptions) {
    this.#options = options;
    const { healthz, livez, readyz } = options.checks;
    this.#checks = {
      healthz: installedChecks(healthz),
      livez: installedChecks(livez),
      readyz: installedChecks(readyz),
    };
  }

  /** Every path that is answered. */
  paths(): readonly string[] {
    return ENDPOINTS.flatMap((endpoint) => pathsOf(`/${endpoint}`, this.#checks[endpoint]));
  }

  /** The endpoints are there from now on. Upstream: PrepareRun. */
  install(): void {
    this.#installed = true;
    this.changed();
  }

  /** Evaluates the endpoints with what is known, and records answers that have changed. */
  changed(): void {
    if (!this.#installed) return;
    for (const endpoint of ENDPOINTS) this.#note(endpoint);
  }

  /** Answers a GET. @returns false when no such path is installed. */
  answer(path: string, query: string, done: (answer: TextAnswer) => void): boolean {
    const [, name, ...rest] = path.split('/');
    const endpoint = ENDPOINTS.find((each) => each === name);
    if (!endpoint) return false;
    const checkName = rest.join('/');
    if (path !== `/${endpoint}` && !this.#find(endpoint, checkName)) return false;
    const url = query === '' ? path : `${path}?${query}`;
    const asked = checkName === '' ? this.#included(endpoint, url) : [checkName];
    this.#probe([...asked], () => done(this.#evaluate(endpoint, checkName, url)));
    return true;
  }

  #find(endpoint: Endpoint, name: string): HealthChecker | undefined {
    return this.#checks[endpoint].find((check) => check.name === name);
  }

  #included(endpoint: Endpoint, url: string): readonly string[] {
    const excluded = getExcludedChecks(url);
    return this.#checks[endpoint].map(({ name }) => name).filter((name) => !excluded.has(name));
  }

  /** Asks the probers behind these checks, one after another as the checks stand. */
  #probe(names: string[], done: () => void): void {
    const { probers } = this.#options;
    let name = names.shift();
    while (name !== undefined && !probers.has(name)) name = names.shift();
    if (name === undefined) done();
    else probers.get(name)?.probe(() => this.#probe(names, done));
  }

  #evaluate(endpoint: Endpoint, checkName: string, url: string): TextAnswer {
    this.changed();
    const check = this.#find(endpoint, checkName);
    if (check) return handleCheck(check);
    const { answer, failing } = handleRootHealth(endpoint, this.#checks[endpoint], url, this.slis);
    this.requests.count(`/${endpoint}`, answer.status);
    this.#logFailure(endpoint, failing);
    if (endpoint === 'readyz' && answer.status === 200) this.#noteReady();
    return answer;
  }

  #noteReady(): void {
    if (this.#beenReady) return;
    this.#beenReady = true;
    this.#options.firstReady();
  }

  #note(endpoint: Endpoint): void {
    const { process, actor } = this.#options;
    const names = failingChecks(this.#checks[endpoint]).map(([name]) => name);
    const now = names.join(' ');
    if (this.#last.get(endpoint) === now) return;
    this.#last.set(endpoint, now);
    const code = names.length === 0 ? 200 : 500;
    const fields = { server: process.name, endpoint, code, failing: names };
    process.write('health', actor, fields);
  }

  /** Upstream logs every failing request (verbosity 2); here a repeated text is left out. */
  #logFailure(endpoint: Endpoint, failing: RootHealth['failing']): void {
    if (failing.length === 0) return;
    const message = failureLog(endpoint, failing);
    if (message === this.#lastLogged) return;
    this.#lastLogged = message;
    this.#options.process.log(this.#options.actor, 'info', message);
  }
}
