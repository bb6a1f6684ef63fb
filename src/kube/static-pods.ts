/**
 * The kubelet's part in a control plane of static Pods: it starts again what has exited.
 *
 * It sees an exit when it next lists its containers. The first restart comes at once; then a
 * container is left alone for 10 s, 20 s ... 5 min after its exit, and what has run for ten minutes
 * begins anew. Who looks again after a failed start looks each 10 s to 15 s.
 *
 * Upstream    kubernetes v1.27 pkg/kubelet/kuberuntime/kuberuntime_manager.go (doBackOff),
 *             pkg/kubelet/kubelet.go, pkg/kubelet/pod_workers.go (completeWork)
 * Acts as     static-pod
 * Wakes on    the exit of its process
 * Simplified  one kubelet a process; no probes, no Events, and a manifest is never taken away
 */
import { after, minutes, type SimDuration, type SimTime, seconds } from '#base';
import type { Process } from '#kernel';
import { ItemBackoff } from './client/item-backoff';

/** Source: backOffPeriod, MaxContainerBackOff, workerBackOffJitterFactor, plegRelistPeriod. */
const BACK_OFF_PERIOD = seconds(10);
const MAX_CONTAINER_BACK_OFF = minutes(5);
const RETRY = { min: BACK_OFF_PERIOD, max: seconds(15) };
const RELIST = { min: 0 as SimDuration, max: seconds(1) };
const CRASH_LOOP = 'CrashLoopBackOff';

export class StaticPod {
  readonly #process: Process;
  readonly #actor: string;
  readonly #backoff: ItemBackoff;
  #restarts = 0;

  constructor(process: Process) {
    this.#process = process;
    this.#actor = `${process.name}/static-pod`;
    const clock = process.sim;
    this.#backoff = new ItemBackoff({
      ...{ clock, initial: BACK_OFF_PERIOD, max: MAX_CONTAINER_BACK_OFF },
    });
    const exited = () => this.#exited();
    process.onExit = exited;
  }

  #exited(): void {
    const { sim, lastSeq } = this.#process;
    const finishedAt = sim.now;
    const seenIn = this.#process.random('static-pod').duration(RELIST);
    sim.schedule(after(finishedAt, seenIn), () => this.#syncPod(finishedAt), undefined, lastSeq);
  }

  /** The exit has been seen. */
  #syncPod(finishedAt: SimTime): void {
    const { name, running } = this.#process;
    if (running) return;
    if (!this.#backoff.isInBackOffSince(name, finishedAt)) {
      this.#restart(finishedAt);
      return;
    }
    const { sim } = this.#process;
    const length = this.#backoff.get(name);
    const firesAt = this.#retryAt(after(finishedAt, length));
    const words = `back-off ${length / seconds(1)}s restarting failed container=${name}`;
    this.#decide('back-off', words);
    const timer = { name: CRASH_LOOP, phase: 'armed', firesAt };
    const armed = sim.recorder.write('timer', this.#actor, sim.cause, timer);
    sim.schedule(firesAt, () => this.#restart(finishedAt), undefined, armed);
  }

  /** The first look that comes when the back-off is over. */
  #retryAt(over: SimTime): SimTime {
    const stream = this.#process.random('static-pod');
    let look = this.#process.sim.now;
    while (look < over) look = after(look, stream.duration(RETRY));
    return look;
  }

  #restart(finishedAt: SimTime): void {
    const process = this.#process;
    if (process.running) return;
    this.#backoff.next(process.name, finishedAt);
    this.#restarts += 1;
    process.sim.cause = this.#decide('restart', `restart ${this.#restarts}`);
    process.start();
  }

  #decide(outcome: string, reason: string) {
    const { sim, name } = this.#process;
    const saw = { restarts: this.#restarts, backOffSeconds: this.#backoff.get(name) / seconds(1) };
    const fields = { name: 'container has exited', outcome, reason, saw };
    return sim.write('decision', this.#actor, fields);
  }
}
