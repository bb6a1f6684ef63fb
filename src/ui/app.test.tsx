import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { asTime } from '#base';
import type { Scenario } from '#protocol';
import { App } from './app';
import { exampleTrace, SERVER } from './panels/example-trace';
import { SessionClient, type WorkerPort } from './session-client';
import type { Navigation } from './share/navigation';
import { createAsking } from './shell/ask';
import { createArrival } from './shell/shell-context';
import { loadRunParts } from './shell/use-run-view';
import type { Orrery } from './stores';

const scenario: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's', title: { en: 'A short story', zh: '一个短故事' } },
  spec: {
    seed: 7,
    until: '60s',
    apiServers: [{ name: SERVER }],
    timeline: [{ at: '50s', kill: SERVER }],
  },
};

const summary = {
  scenario: 's',
  seed: 7,
  until: '60s',
  behaviourVersion: 1,
  traceHash: 'abcdef12'.repeat(8),
  records: 40,
  truncated: false,
  virtualSeconds: 60,
  wallSeconds: 0.01,
  expectations: [{ name: 'e', ok: true, got: 1, want: 1, at: '1s' }],
  invariants: [{ name: 'revisions-strictly-grow', ok: true }],
};

/** The test's DOM has no canvas; what is drawn there is tested beside the drawing. */
function blindContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const measured = { width: 0, actualBoundingBoxAscent: 0, actualBoundingBoxDescent: 0 };
  const blind = new Proxy({ canvas } as Record<string | symbol, unknown>, {
    get: (target, name) => target[name] ?? (() => ({ ...measured, data: [], addColorStop() {} })),
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  return blind as unknown as CanvasRenderingContext2D;
}

let orrery: Orrery;
let sent: unknown[];

beforeAll(loadRunParts);
beforeEach(() => {
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
    return blindContext(this);
  } as never;
  localStorage.clear();
  orrery = exampleTrace().orrery;
  orrery.session.setState({ scenario, summary, libraryName: 's' });
  orrery.playback.setState({ playing: false, time: asTime(20_000_000) });
  sent = [];
  const worker: WorkerPort = {
    postMessage: (message) => sent.push(message),
    onmessage: null,
    onerror: null,
    terminate: () => {},
  };
  const asking = createAsking();
  const client = new SessionClient(orrery, {
    createWorker: () => worker,
    confirmCut: asking.confirmCut,
  });
  const arrival = createArrival();
  const opened: string[] = [];
  const navigation = {
    library: [{ name: 's', scenario }],
    openLibrary: (name: string) => opened.push(name),
    link: () => ({ ok: true, value: '/#/library/s' }),
  } as unknown as Navigation;
  arrival.setState({ navigation });
  render(<App orrery={orrery} client={client} asking={asking} arrival={arrival} />);
});
afterEach(cleanup);

const press = (key: string) => fireEvent.keyDown(document.body, { key, code: '' });
const page = () => screen.getByTestId('page');

it('says how the run stands, and shows the whole hash in one place', () => {
  expect(page().dataset.status).toBe('done');
  expect(page().dataset.traceHash).toBe(summary.traceHash);
  expect(screen.getByText(summary.traceHash)).toBeTruthy();
});

it('plays and pauses with the space bar and with the button', () => {
  const button = screen.getByRole('button', { name: 'Play or pause' });
  press(' ');
  expect(orrery.playback.getState().playing).toBe(true);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(button);
  expect(orrery.playback.getState().playing).toBe(false);
});

it('plays with the space bar after a click, but presses what was reached by Tab', () => {
  const share = screen.getByRole('button', { name: 'Share' });
  fireEvent.pointerDown(share);
  share.focus();
  fireEvent.keyDown(share, { key: ' ', code: 'Space' });
  expect(orrery.playback.getState().playing).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Tab', code: 'Tab' });
  share.focus();
  fireEvent.keyDown(share, { key: ' ', code: 'Space' });
  expect(orrery.playback.getState().playing).toBe(true);
});

it('plays with the space bar on a tab, which keeps the focus', () => {
  const tab = screen.getByRole('tab', { name: 'Machine' });
  fireEvent.keyDown(document.body, { key: 'Tab', code: 'Tab' });
  tab.focus();
  fireEvent.keyDown(tab, { key: ' ', code: 'Space' });
  // A browser that presses on letting go is kept from it.
  expect(fireEvent.keyUp(tab, { key: ' ', code: 'Space' })).toBe(false);
  fireEvent.keyDown(tab, { key: 'Enter', code: 'Enter' });
  expect(orrery.playback.getState().playing).toBe(true);
  expect(document.activeElement).toBe(tab);
});

it('leaves keys to a field in which a person types', () => {
  const seed = screen.getByRole('spinbutton', { name: 'seed' });
  fireEvent.keyDown(seed, { key: ' ', code: 'Space' });
  expect(orrery.playback.getState().playing).toBe(false);
});

it('runs again with another seed', () => {
  const seed = screen.getByRole('spinbutton', { name: 'seed' });
  fireEvent.change(seed, { target: { value: '99' } });
  fireEvent.blur(seed);
  expect(sent).toMatchObject([{ kind: 'run', scenario: { spec: { seed: 99 } } }]);
});

it('does not run with a seed that is none', () => {
  const seed = screen.getByRole('spinbutton', { name: 'seed' });
  fireEvent.change(seed, { target: { value: '-3' } });
  fireEvent.blur(seed);
  expect(sent).toEqual([]);
});

it('kills the selected process by key, and asks before a later act is cut', async () => {
  press('k');
  expect(sent).toEqual([]);
  expect(screen.getByText(/^Select a process first/)).toBeTruthy();
  act(() => orrery.selection.setState({ selected: { kind: 'actor', path: SERVER } }));
  orrery.playback.setState({ playing: true });
  press('k');
  const dialog = await screen.findByRole('dialog', { name: 'Cut the future?' });
  expect(orrery.playback.getState().playing).toBe(false);
  await act(async () => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Act here' }));
  });
  expect(sent).toMatchObject([
    { kind: 'run', scenario: { spec: { timeline: [{ at: '20000000us', kill: SERVER }] } } },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

it('shows the keys in a dialog that pauses', async () => {
  orrery.playback.setState({ playing: true });
  press('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keys' });
  expect(within(dialog).getByText('Play or pause')).toBeTruthy();
  expect(orrery.playback.getState().playing).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('speaks Chinese, and says so to the document', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Chinese' }));
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(screen.getByRole('tab', { name: '为什么' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '场景：一个短故事' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '切换到英文' }));
});

it('leaves no text of its own out of the translation', () => {
  act(() => orrery.settings.setState({ pseudo: true }));
  const names = within(screen.getAllByRole('banner')[0])
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '');
  const forgotten = names.filter((name) => /[A-Za-z]{2}/.test(name) && !name.includes('['));
  expect(forgotten).toEqual([]);
});

it('goes through the themes and remembers the choice', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Theme: as the system' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  fireEvent.click(screen.getByRole('button', { name: 'Theme: dark' }));
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('kube-orrery.theme')).toBe('light');
});

it('chooses inspector tabs by arrow and by number', () => {
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Machine' }), { key: 'ArrowRight' });
  expect(screen.getByRole('tab', { name: 'Object' }).getAttribute('aria-selected')).toBe('true');
  press('4');
  expect(orrery.settings.getState().inspectorTab).toBe('why');
});

it('lists every fault of a refused input and keeps the run that is on screen', async () => {
  act(() =>
    orrery.session.setState({
      status: 'refused',
      faults: [
        { path: 'spec.until', reason: 'expected a Go duration' },
        { path: 'spec.seed', reason: 'expected a whole number' },
      ],
    }),
  );
  const alert = await screen.findByRole('alert');
  expect(within(alert).getAllByRole('listitem')).toHaveLength(2);
  fireEvent.click(within(alert).getByRole('button', { name: 'Go on with the run on screen' }));
  expect(page().dataset.status).toBe('done');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps trace, seed and link after a crash', () => {
  act(() => orrery.session.setState({ status: 'crashed', crash: 'cause 7 of record 3' }));
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('cause 7 of record 3');
  expect(alert.textContent).toContain('Seed 7');
  expect(within(alert).getByRole('button', { name: 'Copy the link' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Timeline' })).toBeTruthy();
});

it('says whether a link replays', () => {
  act(() => orrery.session.setState({ expected: { hash: 'abcdef12', behaviourVersion: 1 } }));
  expect(screen.getByText('replays exactly')).toBeTruthy();
  act(() => orrery.session.setState({ expected: { hash: '00000000', behaviourVersion: 2 } }));
  expect(
    screen.getByText('the model has changed since: link v2 00000000, here v1 abcdef12'),
  ).toBeTruthy();
});

it('offers the library', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Scenario: A short story' }));
  const gallery = await screen.findByRole('dialog', { name: 'Gallery' });
  expect(within(gallery).getByRole('button', { name: 'A short story' })).toBeTruthy();
  fireEvent.click(within(gallery).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog', { name: 'Gallery' })).toBeNull();
});

it('hints at the first keys until they are dismissed, and then for good', () => {
  const hint = screen.getByRole('complementary', { name: /hint/i });
  fireEvent.click(within(hint).getByRole('button', { name: 'Hide this hint' }));
  expect(screen.queryByRole('complementary', { name: /hint/i })).toBeNull();
  expect(localStorage.getItem('kube-orrery.hint-seen')).toBe('yes');
});
