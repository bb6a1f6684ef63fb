/**
 * Makes sure of the suggested and the mandatory flow schemas and priority levels, at the start and
 * then once a minute.
 *
 * Upstream    kubernetes v1.27 pkg/registry/flowcontrol/rest/storage_flowcontrol.go
 *             (ensureAPFBootstrapConfiguration, ensure)
 * Acts as     flow-control-bootstrap
 * Runs when   always
 * Blocks      /readyz, until a round had no error
 * If it is slow, if it fails   after 5 min it fails, and the process exits
 * Reads       the shared informers of both kinds
 * Writes      FlowSchemas, PriorityLevelConfigurations (create, update, delete)
 * Simplified  see ensure.ts; a request that is under way when the 5 min are over is waited for
 *             (newer versions give it up)
 */
import { after, minutes, type SimDuration, seconds } from '#base';
import type { Procedure } from '#kernel';
import type { ServerContext } from '../../server-context';
import { waitForCaches } from '../aggregator-informers';
import { AGAIN, DONE, Poll, type PollAttempt } from '../poll';
import { type BootstrapConfiguration, bootstrapConfiguration } from './bootstrap-configuration';
import { type EnsureParts, ensureConfigurations, removeUnwanted } from './ensure';
import { flowControlKinds, flowControlVersion } from './flow-control-kinds';

/** Between two tries at the start, and in all. Upstream: the poll, and its context's limit. */
const START_INTERVAL = seconds(1);
const START_LIMIT = minutes(5);
/** Between two rounds later. Upstream: the PollImmediateUntil in the background. */
const INTERVAL = minutes(1);

export class BootstrapConfigurationEnsurer {
  readonly #server: ServerContext;
  readonly #actor: string;
  readonly #objects: BootstrapConfiguration;
  readonly #schemas: EnsureParts;
  readonly #levels: EnsureParts;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#actor = server.actor('flow-control-bootstrap');
    const { loopback: client, informers, switches } = server;
    const version = flowControlVersion(switches);
    const parts = (of: EnsureParts['of']) => ({ client, of, informer: informers.informerFor(of) });
    const [schemas, levels] = flowControlKinds(switches);
    this.#schemas = parts(schemas);
    this.#levels = parts(levels);
    this.#objects = bootstrapConfiguration(version, switches.exemptLevelShares);
  }

  start(done: (error?: string) => void): void {
    const server = this.#server;
    const actor = this.#actor;
    let over = false;
    const until = after(server.process.ownTime(), START_LIMIT);
    const deadline = server.process.timer(actor, 'cache-sync-limit', START_LIMIT, () => {
      over = true;
      done('APF bootstrap ensurer timed out waiting for cache sync');
    });
    waitForCaches(server, actor, [this.#schemas.informer, this.#levels.informer], () => {
      if (over) return;
      deadline.cancel();
      this.#ensureFirst((until - server.process.ownTime()) as SimDuration, done);
    });
  }

  /** @param left of the time for both the caches and the first round that goes well */
  #ensureFirst(left: SimDuration, done: (error?: string) => void): void {
    const end = (error?: string) => {
      if (error !== undefined) {
        const cause = this.#server.switches.fairnessErrorTellsCause ? `: ${error}` : '';
        done(`unable to initialize APF bootstrap configuration${cause}`);
        return;
      }
      this.#poll(INTERVAL, undefined, () => {}, AGAIN);
      done();
    };
    this.#poll(START_INTERVAL, left, end, DONE);
  }

  /** @param well what a round without an error means. */
  #poll(
    interval: SimDuration,
    limit: SimDuration | undefined,
    done: (error?: string) => void,
    well: PollAttempt,
  ): void {
    const parts = { server: this.#server, actor: this.#actor };
    const attempt = () => this.#attempt(well);
    const options = { interval, limit, immediate: true, byContext: true, attempt, done };
    new Poll({ ...parts, ...options }).start();
  }

  *#attempt(well: PollAttempt): Procedure<PollAttempt> {
    const error = yield* this.ensure();
    if (error === undefined) return well;
    const text = `"APF bootstrap ensurer ran into error, will retry later" err="${error}"`;
    this.#server.process.log(this.#actor, 'error', text);
    return AGAIN;
  }

  /**
   * One round: suggested, mandatory, and then what is not wanted any more. Levels come before the
   * schemas that name them. Source: PR 107729.
   */
  *ensure(): Procedure<string | undefined> {
    const { suggested, mandatory } = this.#objects;
    for (const [strategy, objects] of [
      ['suggested', suggested],
      ['mandatory', mandatory],
    ] as const) {
      const error =
        (yield* ensureConfigurations(this.#levels, objects.levels, strategy)) ??
        (yield* ensureConfigurations(this.#schemas, objects.schemas, strategy));
      if (error !== undefined) return `failed ensuring ${strategy} settings - ${error}`;
    }
    const error =
      (yield* removeUnwanted(this.#schemas, [...suggested.schemas, ...mandatory.schemas])) ??
      (yield* removeUnwanted(this.#levels, [...suggested.levels, ...mandatory.levels]));
    return error === undefined ? error : `failed to delete removed settings - ${error}`;
  }
}
