import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery } from '../../stores';
import { ENDPOINTS_KEY, exampleTrace } from '../example-trace';
import { focusOf } from '../panel';
import { ReconcilePanel } from './reconcile-panel';

const { orrery, records } = exampleTrace();

afterEach(() => {
  cleanup();
  orrery.selection.setState({ selected: undefined });
});

const show = (seconds: number, page = orrery) =>
  render(<ReconcilePanel orrery={page} time={asTime(seconds * 1_000_000)} focus={focusOf(page)} />);

it('says that nothing was reconciled yet', () => {
  show(1, createOrrery());
  expect(screen.getByText('No reconcile yet')).toBeTruthy();
});

it('says what goes on before the decision', () => {
  show(13);
  expect(screen.getByText('This round has not come to its decision yet.')).toBeTruthy();
});

it('says of a round that failed before it could write that it wrote nothing', () => {
  const actor = 'kube-apiserver-a/lease-reconciler';
  const recorder = new Recorder(() => asTime(1));
  for (const [from, to] of [
    ['idle', 'removingLease'],
    ['removingLease', 'idle'],
  ]) {
    recorder.write('state', actor, null, { machine: 'm', from, to, event: 'removalAsked' });
  }
  const failed = createOrrery();
  const block = recorder.takeBlock();
  if (block) failed.trace.append(block);
  show(1, failed);
  expect(screen.getByText('Nothing: the round ended before.')).toBeTruthy();
});

it('tells a round that wrote: what was read, decided and changed', () => {
  orrery.selection.setState({ selected: { kind: 'record', seq: records.decision } });
  show(13.5);
  expect(screen.getByText('removed at 00:09.000')).toBeTruthy();
  expect(screen.getByText('no: 2 listed, 1 leased')).toBeTruthy();
  expect(screen.getByText(/sorted, ports kept/)).toBeTruthy();
  expect(screen.getByText('is dropped')).toBeTruthy();
});

it('leads to the object that was written', () => {
  orrery.selection.setState({ selected: { kind: 'record', seq: records.decision } });
  show(13.5);
  fireEvent.click(screen.getByRole('button', { name: 'object' }));
  expect(orrery.selection.getState().selected).toEqual({ kind: 'object', key: ENDPOINTS_KEY });
  expect(orrery.settings.getState().inspectorTab).toBe('object');
});

it('goes from round to round', () => {
  show(25);
  expect(screen.getByText(/Nothing. The endpoints say/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '00:13.000' }));
  const { selected } = orrery.selection.getState();
  expect(selected).toEqual({ kind: 'record', seq: records.decision });
});
