import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery } from '../stores';
import { INSPECTOR_PANELS } from './index';
import { Inspector } from './inspector';

afterEach(cleanup);

const SERVER = 'kube-apiserver-a';

it('a chosen tab says that the selection has nothing for it, and who has', async () => {
  const orrery = createOrrery();
  const recorder = new Recorder(() => asTime(0));
  for (const name of ['etcd', SERVER]) {
    recorder.write('process', name, null, { name, phase: 'starting', exitCode: null, reason: '' });
  }
  recorder.write('log', `${SERVER}/lease-reconciler`, null, { level: 'info', message: 'waits' });
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.settings.setState({ inspectorTab: 'reconcile' });
  orrery.selection.setState({ selected: { kind: 'actor', path: 'etcd' } });
  render(<Inspector orrery={orrery} panels={INSPECTOR_PANELS} />);
  expect(await screen.findByText('etcd has nothing for the tab Reconcile')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Reconcile' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByRole('tab', { name: 'Hooks and health' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: `Select ${SERVER}` }));
  expect(orrery.selection.getState().selected).toEqual({ kind: 'actor', path: SERVER });
  await waitFor(() => expect(screen.queryByText(/has nothing for the tab/)).toBeNull());
});
