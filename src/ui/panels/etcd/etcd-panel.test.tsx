import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { createOrrery } from '../../stores';
import { ENDPOINTS_KEY, exampleTrace } from '../example-trace';
import { focusOf } from '../panel';
import { EtcdPanel } from './etcd-panel';

const { orrery } = exampleTrace();

afterEach(() => {
  cleanup();
  orrery.selection.setState({ selected: undefined });
});
const show = (seconds: number, page = orrery) =>
  render(<EtcdPanel orrery={page} time={asTime(seconds * 1_000_000)} focus={focusOf(page)} />);
const rowNames = (): readonly string[] =>
  screen.queryAllByRole('treeitem').map((row) => row.textContent ?? '');

it('says that the store is empty, and leads to the first write', () => {
  show(0);
  fireEvent.click(screen.getByRole('button', { name: /first write/ }));
  expect(orrery.playback.getState().time).toBe(1_000_000);
});

it('says so as well where nothing is ever written', () => {
  show(0, createOrrery());
  expect(screen.getByText('The store is empty')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the keys at the playhead with their numbers', () => {
  show(20);
  expect(screen.getByText('revision 8')).toBeTruthy();
  expect(screen.getByText('1 key')).toBeTruthy();
  expect(rowNames().at(-1)).toBe('kubernetes852');
});

it('filters, and says when nothing is left', () => {
  show(20);
  const filter = screen.getByRole('searchbox');
  fireEvent.change(filter, { target: { value: 'nowhere' } });
  expect(rowNames()).toEqual([]);
  expect(screen.getByText(/No stored key contains “nowhere”/)).toBeTruthy();
});

it('shuts a branch and opens an object by keyboard', () => {
  show(20);
  const tree = screen.getByRole('tree');
  fireEvent.keyDown(tree, { key: 'ArrowLeft' });
  expect(rowNames()).toEqual(['▸registry/1']);
  fireEvent.keyDown(tree, { key: 'ArrowRight' });
  fireEvent.keyDown(tree, { key: 'End' });
  fireEvent.keyDown(tree, { key: 'Enter' });
  expect(orrery.selection.getState().selected).toEqual({ kind: 'object', key: ENDPOINTS_KEY });
  expect(orrery.settings.getState().inspectorTab).toBe('object');
});
