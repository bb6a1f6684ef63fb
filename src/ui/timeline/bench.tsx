/**
 * The timeline alone over a made-up trace, for `npm run bench` and for looking at it. It is a page
 * of its own that the build never sees. The address says what it shows: `?records=9000&seconds=60`,
 * and `theme`, `language`, `time`, `from`, `to` in seconds.
 */
import '../theme/theme.css';
import '../theme/base.css';
import { createRoot } from 'react-dom/client';
import { asTime, seconds } from '#base';
import { createOrrery, createTrace, type Language, type Orrery } from '../stores';
import { measureFrames } from './bench-frames';
import { FIXTURE_SERVERS, fillTrace } from './fixture';
import { Timeline } from './timeline';

declare global {
  interface Window {
    timelineBench?: { readonly orrery: Orrery; readonly end: number };
    /** Shows traces of both sizes and measures their frames. */
    orreryBench?: () => Promise<Readonly<Record<string, number>>>;
  }
}

const address = new URL(window.location.href).searchParams;
const number = (name: string, otherwise: number): number => Number(address.get(name) ?? otherwise);
/** Virtual length of the measured traces, s, and how long their summaries may take, ms. */
const BENCH_SECONDS = 600;
const SUMMARY_MS = 4_000;

const language = (address.get('language') ?? 'en') as Language;
const orrery = createOrrery({ language });
document.documentElement.dataset.theme = address.get('theme') ?? 'dark';
document.documentElement.lang = language;

/** Shows another trace, as when another run's first rows arrive. */
function show(records: number, length: number): void {
  const fresh = createTrace();
  fillTrace(fresh.trace, { records, seconds: length, seed: number('seed', 42) });
  Object.assign(orrery, fresh);
  const { traceVersion } = orrery.session.getState();
  const reached = asTime(seconds(length));
  orrery.session.setState({ status: 'done', traceVersion: traceVersion + 1, reached });
}

const length = number('seconds', 120);
show(number('records', 0), length);
orrery.playback.setState({ time: asTime(seconds(number('time', 50))), playing: false });
orrery.viewport.setState({ from: seconds(number('from', 0)), to: seconds(number('to', length)) });
window.timelineBench = { orrery, end: seconds(length) };

window.orreryBench = async () => {
  const figures: Record<string, number> = {};
  // All lanes that carry the traffic are open.
  orrery.viewport.setState({ folded: new Set(FIXTURE_SERVERS) });
  for (const [size, records] of [
    ['100k', 100_000],
    ['1M', 1_000_000],
  ] as const) {
    show(records, BENCH_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, SUMMARY_MS));
    Object.assign(figures, await measureFrames(orrery, size));
  }
  return figures;
};

const root = document.getElementById('root');
if (root) {
  root.style.height = `${number('height', 100)}%`;
  root.style.background = 'var(--c-panel)';
  createRoot(root).render(<Timeline orrery={orrery} />);
}
