/** Clients of a server that stops: each with a connection of its own, and one that is kept. */
import { type SimDuration, seconds } from '#base';
import { type Process, runProcedure } from '#kernel';
import { type RestResult, RpcRestClient } from '#kube';
import { ends } from './end-fact';
import type { Fact } from './facts';
import type { Rig } from './rig';

/** Long enough for a request, and for what it sets going. */
export const MOMENT = seconds(0.05);
const NO_DELAY = { min: 0 as SimDuration, max: 0 as SimDuration };

export interface Pending {
  result: RestResult<unknown> | undefined;
}

export class TerminationClients {
  readonly #rig: Rig;
  readonly #process: Process;
  readonly reused: RpcRestClient;
  #count = 0;

  constructor(rig: Rig) {
    this.#rig = rig;
    const { network } = rig.process;
    this.#process = network.addProcess({ name: 'client', startDelay: NO_DELAY, boot: () => ({}) });
    this.#process.start();
    this.reused = this.fresh();
  }

  /** A client that has no connection yet. */
  fresh(): RpcRestClient {
    this.#count += 1;
    const actor = `client/${this.#count}`;
    const options = { process: this.#process, actor, user: 'client', userAgent: 'client' };
    // What one request comes to: another would come to something else.
    const server = this.#rig.process.name;
    return new RpcRestClient({ ...options, server, maxRetries: 0 });
  }

  get(client: RpcRestClient, path: string): Pending {
    const pending: Pending = { result: undefined };
    runProcedure(client.raw(path), (result) => {
      pending.result = result;
    });
    return pending;
  }

  /** What the request came to within a moment. */
  ask(client: RpcRestClient, path: string): RestResult<unknown> | undefined {
    const pending = this.get(client, path);
    this.#rig.advance(MOMENT);
    return pending.result;
  }

  /** Ends of one request over a new connection and one over the old. */
  both(path: string): Fact {
    return ends([this.ask(this.fresh(), path), this.ask(this.reused, path)]);
  }
}
