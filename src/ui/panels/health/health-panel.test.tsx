import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { HOOK_DESCRIPTIONS } from '#kube';
import { createOrrery, type Orrery } from '../../stores';
import { exampleTrace, SERVER } from '../example-trace';
import { focusOf } from '../panel';
import { HealthPanel } from './health-panel';
import { hasChineseNote, hookNote } from './hook-notes';

let orrery: Orrery;

beforeEach(() => {
  orrery = exampleTrace().orrery;
  const spec = { apiServers: [{ name: SERVER }] };
  orrery.session.setState({ scenario: { spec } as never });
});
afterEach(cleanup);

const show = (seconds: number, page = orrery) =>
  render(<HealthPanel orrery={page} time={asTime(seconds * 1_000_000)} focus={focusOf(page)} />);

it('says that there is no API server', () => {
  show(0, createOrrery());
  expect(screen.getByText('No API server yet')).toBeTruthy();
});

it('says that nobody answers before the listener is open', () => {
  show(1.5);
  expect(screen.getByText('Nobody listens: connection refused.')).toBeTruthy();
});

it('shows a hook that runs and one that is done, and leads to their records', () => {
  show(1.5);
  expect(screen.getByRole('button', { name: /bootstrap-controller running/ })).toBeTruthy();
  cleanup();
  show(3);
  fireEvent.click(screen.getByRole('button', { name: /bootstrap-controller done 1.0 s/ }));
  const { selected } = orrery.selection.getState();
  expect(selected?.kind).toBe('record');
  expect(orrery.playback.getState().time).toBe(2_000_000);
});

it('chooses an endpoint', () => {
  show(3);
  fireEvent.click(screen.getByRole('button', { name: /\/livez/ }));
  expect(screen.getByText('GET /livez?verbose')).toBeTruthy();
});

it('says in Chinese what is simpler in each hook', () => {
  const notes = HOOK_DESCRIPTIONS.flatMap(({ simplified }) => simplified);
  expect(notes.length).toBeGreaterThan(20);
  expect(notes.filter((note) => !hasChineseNote(note))).toEqual([]);
  expect(hookNote('The loop does not run.', 'zh')).toBe('循环不运行。');
  expect(hookNote('The loop does not run.', 'en')).toBe('The loop does not run.');
});
