import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asTime } from '#base';
import { Recorder, type TraceTable } from '#trace';
import { createOrrery, type Orrery } from '../../stores';
import { Stage, type StageProps } from './index';
import { rehearse, serverAddress, serverName } from './rehearsal';

const SECOND = 1_000_000;
const SERVERS = 3;

/** Sends all rows of a table to a page's trace, as the worker would. */
function fill(orrery: Orrery, table: TraceTable): void {
  const recorder = new Recorder(() => asTime(0));
  Object.assign(recorder, { table });
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
}

function pageAt(seconds: number, table: TraceTable): Orrery {
  const orrery = createOrrery();
  fill(orrery, table);
  const apiServers = Array.from({ length: SERVERS }, (_, i) => ({
    name: serverName(i),
    flags: [`--advertise-address=${serverAddress(i)}`],
  }));
  const spec = { until: '120s', apiServers };
  const scenario = {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'x' },
    spec,
  };
  orrery.session.setState({ traceVersion: 1, status: 'done', scenario: scenario as never });
  orrery.playback.setState({ playing: false, time: asTime(seconds * SECOND) });
  return orrery;
}

/** Lets the frames that were asked for be drawn. */
async function frame(): Promise<void> {
  await act(() => new Promise<void>((done) => requestAnimationFrame(() => done())));
}

/** Shows a stage, with its first picture: that is drawn in a task of its own. */
async function show(orrery: Orrery, onAct: StageProps['onAct'] = () => {}): Promise<void> {
  render(<Stage orrery={orrery} onAct={onAct} />);
  await act(() => new Promise<void>((done) => setTimeout(done)));
}

describe('<Stage>', () => {
  let table: TraceTable;

  beforeAll(() => {
    table = rehearse({ servers: SERVERS, nodes: 40 }, 70 * SECOND);
  });
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(440);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('tells of each process its name, phase and lease', async () => {
    await show(pageAt(44, table));
    const names = within(screen.getByRole('group', { name: 'Processes' }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toContain('etcd, running');
    expect(names.find((name) => name?.startsWith('kube-apiserver-a'))).toMatch(
      /^kube-apiserver-a, ready, master lease \d+ s left$/,
    );
    expect(names.find((name) => name?.startsWith('kube-apiserver-c'))).toMatch(
      /^kube-apiserver-c, SIGKILL 00:40.000, master lease \d+ s left$/,
    );
  });

  it('says why the endpoints are as they are: by the record that wrote them last', async () => {
    const orrery = pageAt(60, table);
    await show(orrery);
    fireEvent.click(screen.getByRole('button', { name: 'why?' }));
    const { selected } = orrery.selection.getState();
    const seq = selected?.kind === 'record' ? selected.seq : -1;
    expect(table.recordOf(seq, 'etcd')?.key).toBe(
      '/registry/services/endpoints/default/kubernetes',
    );
    expect(table.timeOf(seq)).toBeLessThanOrEqual(60 * SECOND);
    expect(orrery.settings.getState().inspectorTab).toBe('why');
  });

  it('explains the marks, that of a leader among them', () => {
    render(<Stage orrery={pageAt(44, table)} onAct={() => {}} />);
    fireEvent.click(screen.getByRole('button', { name: 'What the marks mean' }));
    const legend = screen.getByRole('region', { name: 'What the marks mean' });
    const row = within(legend).getByText(/^star: it leads/);
    expect(row.querySelector('svg path')?.getAttribute('d')).toMatch(/^M0\.0 -7\.0L/);
  });

  it('follows the playhead', async () => {
    const orrery = pageAt(44, table);
    await show(orrery);
    const list = screen.getByRole('region', { name: 'Endpoints default/kubernetes' });
    expect(within(list).getByTitle('kube-apiserver-c, server down')).toBeTruthy();
    act(() => orrery.playback.setState({ time: asTime(65 * SECOND) }));
    await frame();
    expect(within(list).queryByText('10.0.0.13')).toBeNull();
    act(() => orrery.playback.setState({ time: asTime(1 * SECOND) }));
    await frame();
    expect(within(list).getByText('no addresses yet')).toBeTruthy();
  });

  it('selects, and offers the acts that make sense', async () => {
    const orrery = pageAt(44, table);
    const onAct = vi.fn();
    await show(orrery, onAct);
    const tool = (name: string) => screen.getByRole('button', { name });
    expect(tool('kill').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(tool('kill'));
    expect(onAct).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: /^kube-apiserver-a/ }));
    await frame();
    expect(orrery.selection.getState().selected).toEqual({
      kind: 'actor',
      path: 'kube-apiserver-a',
    });
    expect(screen.getByRole('button', { name: /^kube-apiserver-a/, pressed: true })).toBeTruthy();
    expect(tool('start').getAttribute('title')).toBe('kube-apiserver-a is running already');
    fireEvent.click(tool('kill'));
    expect(onAct).toHaveBeenCalledWith('kill', 'kube-apiserver-a');
  });

  it('takes a press for a click though the body moved away before it came up', async () => {
    const orrery = pageAt(44, table);
    await show(orrery);
    const group = screen.getByRole('group', { name: 'Processes' });
    fireEvent.click(group);
    expect(orrery.selection.getState().selected).toBeUndefined();
    fireEvent.pointerDown(screen.getByRole('button', { name: /^kube-apiserver-b/ }));
    fireEvent.click(group);
    const selected = { kind: 'actor', path: 'kube-apiserver-b' };
    expect(orrery.selection.getState().selected).toEqual(selected);
  });

  it('is walked with arrow keys, hooks too', async () => {
    await show(pageAt(20, table));
    const group = screen.getByRole('group', { name: 'Processes' });
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';
    within(group).getByRole('button', { name: 'etcd, running' }).focus();
    const stops = within(group)
      .getAllByRole('button')
      .filter((button) => button.tabIndex === 0);
    expect(stops).toHaveLength(1);
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    expect(focused()).toMatch(/^kube-apiserver-a/);
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    await frame();
    const tip = screen.getByRole('status');
    expect(tip.textContent).toContain('start-kube-apiserver-admission-initializer');
    expect(tip.textContent).toContain('succeeded since 00:0');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
    expect(screen.queryByRole('status')).toBeNull();
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowLeft' });
    expect(focused()).toBe('etcd, running');
  });

  it('opens a group, and selects one of its members', async () => {
    const orrery = pageAt(20, table);
    await show(orrery);
    fireEvent.click(screen.getAllByRole('button', { expanded: false, name: /× nodes/ })[0]);
    fireEvent.click(screen.getByRole('button', { name: /^node-0/ }));
    expect(orrery.selection.getState().selected).toEqual({ kind: 'actor', path: 'node-0' });
    expect(screen.queryByRole('button', { name: /^node-0/ })).toBeNull();
  });

  it('narrates in the chosen language until the note is closed', async () => {
    const orrery = pageAt(1, table);
    await show(orrery);
    expect(screen.getByText('Three servers start.')).toBeTruthy();
    act(() => orrery.settings.setState({ language: 'zh' }));
    expect(screen.getByText('三个 server 启动。')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '关闭旁白' }));
    expect(screen.queryByText('三个 server 启动。')).toBeNull();
    act(() => orrery.playback.setState({ time: asTime(41 * SECOND) }));
    await frame();
    expect(screen.getByText(/server 已经停了/)).toBeTruthy();
  });

  it('says that a note is of the story before the person acted', async () => {
    const orrery = pageAt(1, table);
    const { scenario } = orrery.session.getState();
    if (!scenario) throw new Error('no scenario');
    const timeline = [{ at: `${2 * SECOND}us`, kill: serverName(0) }];
    const acted = { ...scenario, spec: { ...scenario.spec, timeline } };
    orrery.session.setState({ scenario: acted });
    await show(orrery);
    expect(screen.getByText('Three servers start.')).toBeTruthy();
    expect(screen.queryByText(/before your change/)).toBeNull();
    act(() => orrery.playback.setState({ time: asTime(3 * SECOND) }));
    await frame();
    expect(screen.getByText(/before your change/)).toBeTruthy();
    act(() => orrery.settings.setState({ language: 'zh' }));
    expect(screen.getByText(/你改动之前/)).toBeTruthy();
  });

  it('leaves the notes to the lesson while one is open', async () => {
    const orrery = pageAt(1, table);
    const { scenario } = orrery.session.getState();
    if (!scenario) throw new Error('no scenario');
    await show(orrery);
    const lesson = { scenario, libraryName: undefined };
    act(() => orrery.lesson.setState({ lesson }));
    expect(screen.queryByText('Three servers start.')).toBeNull();
    act(() => orrery.lesson.setState({ away: true }));
    expect(screen.getByText('Three servers start.')).toBeTruthy();
  });

  it('says why there is nothing to see', async () => {
    const orrery = createOrrery();
    await show(orrery);
    expect(screen.getByText(/Choose a scenario/)).toBeTruthy();
    act(() => orrery.session.setState({ status: 'loading' }));
    expect(screen.getByText(/first records/)).toBeTruthy();
    act(() => orrery.session.setState({ status: 'refused' }));
    expect(screen.getByText(/refused/)).toBeTruthy();
  });
});
