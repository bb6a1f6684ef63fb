/**
 * A made-up trace of any size, written through the real recorder: for tests, for the bench and for
 * looking at the timeline without a run. Nothing of it is a simulation; only its shape is true.
 */
import { asTime, seconds as secondsOf } from '#base';
import type { TraceStore } from '#trace';
import { createOrrery, type Orrery } from '../stores';
import { Story } from './fixture-story';

export interface FixtureOptions {
  /** How many records at most, filled up with traffic; 0 for the bare story. */
  readonly records: number;
  /** Virtual length, s. */
  readonly seconds: number;
  readonly seed: number;
}

export const FIXTURE_SERVERS = ['kube-apiserver-a', 'kube-apiserver-b', 'kube-apiserver-c'];
/** Records that one exchange of the filling traffic writes. */
const RECORDS_AN_EXCHANGE = 6;
const KILL_AT = 42;
const RESTART_AT = 78;

/** Fills a store with a trace of about `records` records in blocks, as a worker would. */
export function fillTrace(store: TraceStore, { records, seconds: until, seed }: FixtureOptions) {
  const story = new Story(seed);
  const etcd = story.phase('etcd', 'starting', null);
  story.after(0.3, () => story.phase('etcd', 'running', etcd));
  for (const [place, server] of FIXTURE_SERVERS.entries()) {
    story.after(0.5, () => story.startServer(server, place, null));
  }
  const dead = FIXTURE_SERVERS[2];
  story.after(KILL_AT, () => story.kill(dead));
  story.after(RESTART_AT, () => story.startServer(dead, 2, null));
  fillTraffic(story, records, until);
  story.run(until, () => records > 0 && story.recorder.length >= records);
  const block = story.recorder.takeBlock();
  if (block) store.append(block);
}

/** Reads by controllers through each server, as often as the wanted number of records needs. */
function fillTraffic(story: Story, records: number, until: number): void {
  // A little more than needed, because a dead server has no traffic; the run ends when it does.
  const exchanges = (1.05 * Math.max(0, records - 40 * until)) / RECORDS_AN_EXCHANGE;
  const rate = exchanges / FIXTURE_SERVERS.length / until;
  if (rate <= 0) return;
  for (const server of FIXTURE_SERVERS) {
    const exchange = () => {
      if (story.isAlive(server)) {
        const actor = `${server}/system-namespaces`;
        story.state(actor, 'reading', story.recorder.length - 1);
        story.call(`${server}/loopback`, server, 'kubernetes', (answer) => {
          story.state(actor, 'idle', answer);
        });
      }
      story.after(story.between(0.2, 1.8) / rate, exchange);
    };
    story.after(story.between(0, 1 / rate), exchange);
  }
}

/** A page's state over a finished made-up run. */
export function fixtureOrrery(options: FixtureOptions): Orrery {
  const orrery = createOrrery({ reducedMotion: true });
  fillTrace(orrery.trace, options);
  const reached = asTime(secondsOf(options.seconds));
  orrery.session.setState({ status: 'done', traceVersion: 1, reached });
  orrery.playback.setState({ playing: false });
  orrery.viewport.setState({ from: 0, to: reached });
  return orrery;
}
