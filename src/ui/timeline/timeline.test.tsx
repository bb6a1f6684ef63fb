import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Orrery } from '../stores';
import { endOfRun } from './acts';
import { fixtureOrrery } from './fixture';
import { Timeline } from './timeline';

/** A canvas that draws nothing: this DOM has none. It measures text as 6 px a letter. */
function blankContext(canvas: HTMLCanvasElement): unknown {
  const known: Record<string, unknown> = {
    canvas,
    fillStyle: '#000000',
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  return new Proxy(known, {
    get: (target, name: string) => (name in target ? target[name] : () => undefined),
    set: (target, name: string, value) => {
      target[name] = value;
      return true;
    },
  });
}

let orrery: Orrery;

beforeEach(() => {
  HTMLCanvasElement.prototype.getContext = function context(this: HTMLCanvasElement) {
    return blankContext(this) as never;
  } as never;
  Object.assign(globalThis, {
    ImageData: class {
      constructor(readonly data: Uint8ClampedArray) {}
    },
  });
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 1_000 },
    clientHeight: { configurable: true, get: () => 424 },
  });
  orrery = fixtureOrrery({ records: 0, seconds: 60, seed: 42 });
  orrery.viewport.setState({ folded: new Set(['kube-apiserver-a']) });
  render(<Timeline orrery={orrery} />);
});
afterEach(cleanup);

const area = () => screen.getByRole('application', { name: 'Timeline' });
const press = (key: string, code = '') => fireEvent.keyDown(area(), { key, code });
const select = (seq: number) => {
  act(() => orrery.selection.setState({ selected: { kind: 'record', seq } }));
};
const selected = () => {
  const { selected: chosen } = orrery.selection.getState();
  return chosen?.kind === 'record' ? chosen.seq : undefined;
};

describe('lanes', () => {
  const names = () => screen.getAllByRole('treeitem').map((item) => item.title);

  it('are a tree with levels, of which one takes the focus', () => {
    const server = screen.getByRole('treeitem', { name: /^(Fold )?kube-apiserver-a/ });
    expect(server.getAttribute('aria-expanded')).toBe('true');
    expect(server.getAttribute('aria-level')).toBe('1');
    const stops = screen.getAllByRole('treeitem').filter((item) => item.tabIndex === 0);
    expect(stops).toHaveLength(1);
  });

  it('fold and unfold by button and by key', () => {
    expect(names()).toContain('kube-apiserver-a/lifecycle');
    fireEvent.click(screen.getByRole('button', { name: 'Fold kube-apiserver-a' }));
    expect(names()).not.toContain('kube-apiserver-a/lifecycle');
    const server = screen.getByTitle('kube-apiserver-a');
    fireEvent.keyDown(server, { key: 'ArrowRight' });
    expect(names()).toContain('kube-apiserver-a/lifecycle');
  });

  it('are pinned at the top', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Pin etcd at the top' }));
    expect(names()[0]).toBe('etcd');
    expect(orrery.viewport.getState().pinned).toEqual(new Set(['etcd']));
  });

  it('are filtered while one types, and say so when none is left', () => {
    const filter = screen.getByRole('textbox', { name: 'filter lanes' });
    fireEvent.change(filter, { target: { value: 'reconciler' } });
    expect(names().filter((name) => name.includes('/'))).toHaveLength(3);
    fireEvent.change(filter, { target: { value: 'nothing like it' } });
    expect(screen.getByText('No lane has this in its name.')).toBeTruthy();
    fireEvent.keyDown(filter, { key: 'Escape' });
    expect(orrery.viewport.getState().filter).toBe('');
  });

  it('of leases say what a lease is, by pointer and to who cannot see them', () => {
    const [row] = screen.getAllByRole('treeitem', { name: /^Lease / });
    const gloss = document.getElementById(row.getAttribute('aria-describedby') ?? '');
    expect(gloss?.textContent).toMatch(/by which an API server says that it lives/);
    const name = within(row).getByText(/^Lease /);
    fireEvent.mouseEnter(name);
    expect(name.dataset.told).toBe('true');
    fireEvent.keyDown(row, { key: 'Escape' });
    expect(name.dataset.told).toBe('false');
  });

  it('select their actor', () => {
    fireEvent.click(screen.getByTitle('etcd'));
    expect(orrery.selection.getState().selected).toEqual({ kind: 'actor', path: 'etcd' });
    expect(screen.getByTitle('etcd').getAttribute('aria-selected')).toBe('true');
  });
});

describe('keys', () => {
  const length = () => {
    const { from, to } = orrery.viewport.getState();
    return to - from;
  };

  it('zoom, move and show all by the place of the key, not its letter', () => {
    press('z', 'KeyW');
    expect(length()).toBeLessThan(endOfRun(orrery));
    const { from } = orrery.viewport.getState();
    press('d', 'KeyD');
    expect(orrery.viewport.getState().from).toBeGreaterThan(from);
    press('0', 'Digit0');
    expect(length()).toBe(endOfRun(orrery));
  });

  it('do nothing while one types', () => {
    const filter = screen.getByRole('textbox', { name: 'filter lanes' });
    fireEvent.keyDown(filter, { key: 'w', code: 'KeyW' });
    expect(length()).toBe(endOfRun(orrery));
  });

  it('walk causes and effects, clear, and step through a lane', () => {
    const rows = orrery.index.rowsOf('kube-apiserver-a/lease-reconciler');
    select(rows[3]);
    press('[');
    const cause = orrery.trace.table.causeOf(rows[3]);
    expect(selected()).toBe(cause);
    expect(orrery.playback.getState().time).toBe(orrery.trace.table.t[cause ?? 0]);
    select(rows[3]);
    press('ArrowRight');
    expect(selected()).toBe(rows[4]);
    press('ArrowDown');
    const actor = orrery.trace.table.actorOf(selected() ?? 0);
    expect(actor).not.toBe('kube-apiserver-a/lease-reconciler');
    press('Escape');
    expect(selected()).toBeUndefined();
  });

  it('F centres the selection, and fits it when it is centred', () => {
    const [row] = orrery.index.rowsOf('kube-apiserver-a/lifecycle').slice(1);
    press('w', 'KeyW');
    press('w', 'KeyW');
    select(row);
    press('f', 'KeyF');
    const first = length();
    press('f', 'KeyF');
    expect(length()).not.toBe(first);
    const { from, to } = orrery.viewport.getState();
    expect(orrery.trace.table.t[row]).toBeGreaterThanOrEqual(from);
    expect(orrery.trace.table.t[row]).toBeLessThanOrEqual(to);
  });
});

describe('following', () => {
  it('brings a time that was sought elsewhere into view', () => {
    act(() => orrery.viewport.setState({ from: 0, to: 10_000_000 }));
    act(() => orrery.playback.setState({ time: 50_000_000 as never }));
    const { from, to } = orrery.viewport.getState();
    expect(from).toBeLessThan(50_000_000);
    expect(to).toBeGreaterThan(50_000_000);
  });

  it('keeps the playhead in view while it plays, until one looks elsewhere', () => {
    act(() => orrery.viewport.setState({ from: 0, to: 10_000_000 }));
    act(() => orrery.playback.setState({ playing: true }));
    act(() => orrery.playback.setState({ time: 12_000_000 as never }));
    expect(orrery.viewport.getState().to).toBeGreaterThan(12_000_000);
    act(() => orrery.viewport.setState({ from: 40_000_000, to: 50_000_000 }));
    act(() => orrery.playback.setState({ time: 12_100_000 as never }));
    expect(orrery.viewport.getState().from).toBe(40_000_000);
    fireEvent.click(screen.getByRole('button', { name: 'Follow the playhead' }));
    expect(orrery.viewport.getState().from).toBeLessThan(12_100_000);
  });
});

it('lists the records in view for those who do not look', async () => {
  const table = await screen.findByRole('table', { name: /Records in view, 40 of/ });
  await within(table).findAllByRole('cell', { name: 'etcd' });
  expect(within(table).getAllByRole('row')).toHaveLength(41);
});
