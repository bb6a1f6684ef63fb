/**
 * The timeline alone over a made-up trace, for `npm run bench` and for looking at it. It is a page
 * of its own that the build never sees. The address says what it shows: `?records=9000&seconds=60`,
 * and `theme`, `language`, `time`, `from`, `to` in seconds.
 */
import '../theme/theme.css';
import '../theme/base.css';
import { createRoot } from 'react-dom/client';
import { asTime, seconds } from '#base';
import { createOrrery, type Language, type Orrery } from '../stores';
import { fillTrace } from './fixture';
import { Timeline } from './timeline';

declare global {
  interface Window {
    timelineBench?: { readonly orrery: Orrery; readonly end: number };
  }
}

const address = new URL(window.location.href).searchParams;
const number = (name: string, otherwise: number): number => Number(address.get(name) ?? otherwise);

const length = number('seconds', 120);
const orrery = createOrrery({ language: (address.get('language') ?? 'en') as Language });
document.documentElement.dataset.theme = address.get('theme') ?? 'dark';
document.documentElement.lang = address.get('language') ?? 'en';
fillTrace(orrery.trace, {
  records: number('records', 0),
  seconds: length,
  seed: number('seed', 42),
});
orrery.session.setState({
  status: 'done',
  traceVersion: 1,
  reached: asTime(seconds(length)),
});
orrery.playback.setState({ time: asTime(seconds(number('time', 50))), playing: false });
orrery.viewport.setState({
  from: seconds(number('from', 0)),
  to: seconds(number('to', length)),
});
window.timelineBench = { orrery, end: seconds(length) };

const root = document.getElementById('root');
if (root) {
  root.style.height = `${number('height', 100)}%`;
  root.style.background = 'var(--c-panel)';
  createRoot(root).render(<Timeline orrery={orrery} />);
}
