import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { createOrrery } from '../../stores';
import { exampleTrace } from '../example-trace';
import { focusOf } from '../panel';
import { RequestPanel } from './request-panel';

const { orrery, records } = exampleTrace();

afterEach(() => {
  cleanup();
  orrery.selection.setState({ selected: undefined });
});

const show = (seconds: number, page = orrery) =>
  render(<RequestPanel orrery={page} time={asTime(seconds * 1_000_000)} focus={focusOf(page)} />);

it('says that there was no request yet', () => {
  show(1, createOrrery());
  expect(screen.getByText('No request yet')).toBeTruthy();
});

it('shows the request that the selected record belongs to, and leads to its records', () => {
  orrery.selection.setState({ selected: { kind: 'record', seq: records.update } });
  show(13.5);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^PUT endpoints default/);
  const rows = screen.getByRole('list', { name: 'The way of the request' });
  const [first] = rows.querySelectorAll('button');
  fireEvent.click(first);
  expect(orrery.selection.getState().selected).toMatchObject({ kind: 'record' });
  expect(orrery.playback.getState().playing).toBe(false);
});

it('says what its times are, and from which lengths they are drawn', () => {
  const before = orrery.session.getState().scenario;
  const scenario = {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 's' },
    spec: { until: '60s', network: { latency: '5ms..7ms' }, apiServers: [] },
  } as const;
  orrery.session.setState({ scenario });
  orrery.selection.setState({ selected: { kind: 'record', seq: records.update } });
  show(13.5);
  expect(screen.getByText(/drawn for each message from 5ms\.\.7ms/)).toBeTruthy();
  expect(screen.getByText(/etcd: drawn for each call from 1ms\.\.4ms/)).toBeTruthy();
  orrery.session.setState({ scenario: before });
});
