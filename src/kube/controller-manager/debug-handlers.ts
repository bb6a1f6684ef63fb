/**
 * `/debug/controllers/<name>` and what is below: of started controllers that offer such a handler,
 * which is the garbage collector only. Neither --profiling nor --contention-profiling counts.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (StartControllers), pkg/controller/garbagecollector/dump.go (ServeHTTP)
 * Simplified  the garbage collector is started and does not work: its graph is 501, which upstream
 *             never answers
 */
import type { KnownController } from './controllers';

const COLLECTOR = 'garbage-collector-controller';
const BASE = '/debug/controllers/';
const GRAPH = '/graph';

export class DebugHandlers {
  /** Under which names a handler was mounted. */
  readonly #names: string[] = [];

  /** To be called when a controller has started. */
  started({ name, row }: KnownController): void {
    if (row.name === COLLECTOR) this.#names.push(name);
  }

  /** @returns undefined where nobody has mounted a handler. */
  answer(path: string): { readonly status: number; readonly body: string } | undefined {
    const at = (base: string) => path === base || path.startsWith(`${base}/`);
    const name = this.#names.find((each) => at(BASE + each));
    if (name === undefined) return undefined;
    if (path !== BASE + name + GRAPH) return { status: 404, body: '\n' };
    const body = 'the garbage collector is not modelled here, so its graph is not known\n';
    return { status: 501, body };
  }
}
