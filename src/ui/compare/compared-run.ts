/**
 * The run that another one is compared with: a page's state of its own that shares playhead, window
 * and settings with the first, fed by a worker of its own. Only what is drawn of it is new.
 */
import { asTime, type InputFault } from '#base';
import type { FromWorker, Scenario } from '#protocol';
import { withTitle } from '../i18n';
import { startWorker, type WorkerPort } from '../session/worker-port';
import { createOrrery, type Language, type Orrery } from '../stores';

export interface ComparedRun {
  readonly orrery: Orrery;
  /** Ends its worker. */
  stop(): void;
}

/** Its run's number: it has only one. */
const RUN_ID = 1;

export function startCompared(
  first: Orrery,
  scenario: Scenario,
  createWorker: () => WorkerPort = startWorker,
): ComparedRun {
  const { playback, viewport, settings } = first;
  const orrery: Orrery = { ...createOrrery(), playback, viewport, settings };
  const { catalogue } = first.session.getState();
  orrery.session.setState({ scenario, catalogue, status: 'loading', fixed: true });
  const worker = createWorker();
  worker.onmessage = ({ data }) => take(orrery, data);
  worker.onerror = ({ message }) => fail(orrery, message || 'the worker could not be started');
  worker.postMessage({ kind: 'run', runId: RUN_ID, scenario });
  const stopFollowing = shareSelection(first, orrery);
  return {
    orrery,
    stop: () => {
      stopFollowing();
      worker.terminate();
    },
  };
}

function take(orrery: Orrery, message: FromWorker): void {
  const { session, trace } = orrery;
  switch (message.kind) {
    case 'catalogue':
      session.setState({ catalogue: message.catalogue });
      return;
    case 'block':
      trace.append(message.block);
      session.setState(({ traceVersion }) => ({
        status: 'running',
        reached: message.reached,
        traceVersion: Math.max(1, traceVersion),
      }));
      return;
    case 'done': {
      const reached = asTime(Math.round(message.summary.virtualSeconds * 1_000_000));
      session.setState({ status: 'done', summary: message.summary, reached });
      return;
    }
    case 'refused':
      refuse(orrery, message.faults);
      return;
    case 'crashed':
      fail(orrery, message.message);
  }
}

const refuse = ({ session }: Orrery, faults: readonly InputFault[]): void =>
  session.setState({ status: 'refused', faults });

const fail = ({ session }: Orrery, crash: string): void =>
  session.setState({ status: 'crashed', crash });

/** Actors and objects are the same in both runs, records are not. */
function shareSelection(a: Orrery, b: Orrery): () => void {
  const stops = [
    [a, b],
    [b, a],
  ].map(([from, to]) =>
    from.selection.subscribe(({ selected }, before) => {
      if (selected === before.selected || selected?.kind === 'record') return;
      if (to.selection.getState().selected !== selected) to.selection.setState({ selected });
    }),
  );
  b.selection.setState({ selected: withoutRecord(a) });
  return () => {
    for (const stop of stops) stop();
  };
}

function withoutRecord({ selection }: Orrery) {
  const { selected } = selection.getState();
  return selected?.kind === 'record' ? undefined : selected;
}

/** Why a scenario or a link was refused, in one line of the person's language. */
export function reasonsOf(
  faults: readonly InputFault[],
  words: (reason: string) => string,
  language: Language,
): string {
  const said = faults.map(({ path, reason }) =>
    path === 'link' ? words(reason) : withTitle(path, words(reason), language),
  );
  return said.join(language === 'zh' ? '；' : '; ');
}
