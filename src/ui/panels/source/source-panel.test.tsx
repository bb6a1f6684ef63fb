import sources from 'virtual:sources';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { createOrrery } from '../../stores';
import { purposeInChinese } from './purposes-zh';
import { SourcePanel } from './source-panel';

afterEach(cleanup);

function show(actor: string | undefined, language: 'en' | 'zh' = 'en'): void {
  const orrery = createOrrery();
  orrery.settings.setState({ language });
  const focus = { actor, process: undefined, seq: undefined, key: undefined };
  render(<SourcePanel orrery={orrery} time={asTime(0)} focus={focus} />);
}

it('tells what etcd’s lessor models, what is simpler, and its constants with units', () => {
  show('etcd/lessor');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('etcd/lessor');
  expect(screen.getByText(/^etcd v3\.5 server\/lease\/lessor\.go/)).toBeTruthy();
  expect(screen.getByText(/no checkpoints of the remaining TTL/)).toBeTruthy();
  expect(screen.getByText('src/kube/etcd/lessor.ts')).toBeTruthy();
  const row = within(screen.getByRole('row', { name: /LEASE_SCAN_PERIOD/ }));
  expect(row.getByRole('cell', { name: '500 ms' })).toBeTruthy();
  expect(row.getByText(/lessor\.go runLoop/)).toBeTruthy();
});

it('gathers the constants of the files that an actor is made of', () => {
  show('kube-apiserver-a/lease-reconciler');
  expect(screen.getByText('Nothing: as upstream.')).toBeTruthy();
  expect(screen.getByRole('row', { name: /MASTER_LEASE_SECONDS 15 s/ })).toBeTruthy();
  expect(screen.getAllByRole('group').length).toBeGreaterThan(1);
});

it('says in Chinese what every actor and hook, and each of their parts, is for', () => {
  const own = new Set([...sources.actors, ...sources.hooks].flatMap(([, parts]) => parts));
  const told = [...own].map((place) => sources.parts[place]);
  expect(told.length).toBeGreaterThan(150);
  expect(told.filter(({ file }) => !purposeInChinese(file)).map(({ file }) => file)).toEqual([]);
  show('etcd/lessor', 'zh');
  expect(screen.getByText(/^lessor：有寿命的租约/)).toBeTruthy();
  expect(screen.queryByText(/^The lessor/)).toBeNull();
});

it('speaks Chinese round the words of the code', () => {
  show('etcd/lessor', 'zh');
  expect(screen.getAllByText('所模拟的上游代码')[0]).toBeTruthy();
  expect(screen.getAllByText('简化之处')[0]).toBeTruthy();
});

it('says so when nothing is selected, nothing is known, or nothing is upstream', () => {
  show(undefined);
  expect(screen.getByText('Nothing is selected')).toBeTruthy();
  cleanup();
  show('kube-apiserver-a/no-such');
  expect(screen.getByText('Nothing is known of kube-apiserver-a/no-such')).toBeTruthy();
  cleanup();
  show('scenario');
  expect(screen.getByText(/Belongs to the simulator itself/)).toBeTruthy();
});
