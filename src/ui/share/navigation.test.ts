import { beforeEach, describe, expect, it, vi } from 'vitest';
import { asTime } from '#base';
import { DEFAULT_SCENARIO } from '#library';
import { encodeShareLink, type Scenario, type ToWorker } from '#protocol';
import { SessionClient } from '../session-client';
import { createOrrery, type Orrery } from '../stores';
import { Navigation } from './navigation';
import { printSelection, readSelection, viewOf } from './view';

const own: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 'own' },
  spec: { seed: 3, until: '60s' },
};

let orrery: Orrery;
let sent: Extract<ToWorker, { kind: 'run' }>[];
let hash: string;
let changed: () => void;
let replaced: string[];

beforeEach(() => {
  vi.useFakeTimers();
  orrery = createOrrery();
  sent = [];
  replaced = [];
  return () => vi.useRealTimers();
});

function open(address: string): Navigation {
  hash = address;
  const client = new SessionClient(orrery, {
    createWorker: () => ({
      postMessage: (message) => {
        if (message.kind === 'run') sent.push(message);
      },
      onmessage: null,
      onerror: null,
      terminate: () => {},
    }),
  });
  const navigation = new Navigation(orrery, client, {
    read: () => hash,
    replace: (next) => replaced.push(next),
    onChange: (listener) => {
      changed = listener;
      return () => {};
    },
  });
  navigation.start();
  return navigation;
}

const linkOf = (scenario: Scenario, view = {}): string => {
  const link = encodeShareLink(scenario, view);
  if (!link.ok) throw new Error('too long');
  return link.value.slice(1);
};

it('what says the same as a scenario of the library is shared by its name', () => {
  const { library } = open('');
  const { name, scenario } = library[1];
  const navigation = open(linkOf(scenario));
  expect(orrery.session.getState().libraryName).toBeUndefined();
  expect(navigation.link()).toMatchObject({
    value: expect.stringMatching(`^/#/library/${name}\\?`),
  });
  const other = { ...scenario, spec: { ...scenario.spec, seed: 8 } };
  expect(open(linkOf(other)).link()).toMatchObject({ value: expect.stringMatching('^/#/s/1/') });
});

describe('opening', () => {
  it.each(['', '#', '#/'])('%j opens the default scenario, playing from the start', (address) => {
    open(address);
    expect(sent[0].scenario.metadata.name).toBe(DEFAULT_SCENARIO);
    expect(orrery.session.getState().libraryName).toBe(DEFAULT_SCENARIO);
    expect(orrery.playback.getState()).toMatchObject({ time: 0, playing: true });
  });

  it('opens a scenario by the name that it had before, and calls it by the present one', () => {
    open('#/library/write-conflict?t=31s');
    expect(sent[0].scenario.metadata.name).toBe('two-writers-conflict');
    expect(orrery.session.getState().libraryName).toBe('two-writers-conflict');
    orrery.playback.setState({ time: asTime(32_000_000) });
    vi.advanceTimersByTime(1_000);
    expect(replaced.at(-1)).toMatch(/^#\/library\/two-writers-conflict\?t=32s/);
  });

  it('moves the playhead once the run is known, as others look for it there', () => {
    open('#/library/ha-startup?t=5s');
    const runs: (string | undefined)[] = [];
    orrery.playback.subscribe(() => {
      // The window is that of the run, too: the playhead need not be looked for.
      expect(orrery.viewport.getState()).toMatchObject({ from: 0, to: 800_000_000 });
      runs.push(orrery.session.getState().scenario?.metadata.name);
    });
    hash = '#/library/node-port-clash?t=100s';
    changed();
    expect(runs).toEqual(['node-port-clash']);
    expect(orrery.viewport.getState()).toMatchObject({ from: 0, to: 800_000_000 });
  });

  it('does not play by itself where motion is unwanted', () => {
    orrery.settings.setState({ reducedMotion: true });
    open('');
    expect(orrery.playback.getState().playing).toBe(false);
  });

  it('opens a lesson with a useful tab, unless the link says which', () => {
    const tab = () => orrery.settings.getState().inspectorTab;
    orrery.settings.setState({ inspectorTab: 'why' });
    open('#/library/first-boot');
    expect(tab()).toBe('why');
    open('#/library/first-boot?stop=2&tab=etcd');
    expect(tab()).toBe('etcd');
    open('#/library/first-boot?stop=2');
    expect(tab()).toBe('machine');
  });

  it('marks an area and sets breakpoints as the link says, and says so again', () => {
    const when = ['code = 409', 'kind = etcd and key ~ a,b'];
    const coded = encodeURIComponent(when.map(encodeURIComponent).join(','));
    open(`#/library/crash-vs-graceful?area=31.2s..40s&stops-at=${coded}`);
    expect(orrery.marks.getState().area).toEqual({ start: 31_200_000, end: 40_000_000 });
    expect(orrery.breakpoints.getState()).toMatchObject({ own: when, open: true });
    const { area, breakpoints } = viewOf(orrery);
    expect({ area, breakpoints }).toEqual({
      area: { start: 31_200_000, end: 40_000_000 },
      breakpoints: when,
    });
    replaced = [];
    orrery.marks.setState({ area: { start: 50, end: undefined } });
    vi.advanceTimersByTime(1_000);
    const query = new URLSearchParams(replaced.at(-1)?.split('?')[1]);
    expect(query.get('area')).toBe('0.00005s..');
    expect(query.get('stops-at')).toBe(decodeURIComponent(coded));
  });

  it('pins and folds lanes as the link says', () => {
    open('#/library/crash-vs-graceful?pin=etcd,kube-apiserver-a%2Fhealth&fold=etcd');
    expect(orrery.viewport.getState().pinned).toEqual(new Set(['etcd', 'kube-apiserver-a/health']));
    expect(orrery.viewport.getState().folded).toEqual(new Set(['etcd']));
    const { pinned, folded } = viewOf(orrery);
    expect({ pinned, folded }).toEqual({
      pinned: ['etcd', 'kube-apiserver-a/health'],
      folded: ['etcd'],
    });
  });

  it('opens a library link at its time, still, with its view', () => {
    open('#/library/crash-vs-graceful?t=31.2s&sel=actor%3Aetcd&lang=zh&tab=why&from=10s&to=40s');
    expect(sent[0].scenario.metadata.name).toBe('crash-vs-graceful');
    expect(orrery.playback.getState()).toMatchObject({ time: 31_200_000, playing: false });
    expect(orrery.selection.getState().selected).toEqual({ kind: 'actor', path: 'etcd' });
    expect(orrery.settings.getState()).toMatchObject({ language: 'zh', inspectorTab: 'why' });
    expect(orrery.viewport.getState()).toMatchObject({ from: 10_000_000, to: 40_000_000 });
  });

  it('opens an embedded scenario and knows what its sender saw', () => {
    open(linkOf(own, { traceHash: 'abcdef12', behaviourVersion: 4 }));
    expect(sent[0].scenario).toEqual(own);
    expect(orrery.session.getState()).toMatchObject({
      libraryName: undefined,
      expected: { hash: 'abcdef12', behaviourVersion: 4 },
    });
  });

  it('opens a view of the default scenario', () => {
    open('#?lang=zh');
    expect(sent).toHaveLength(1);
    expect(orrery.settings.getState().language).toBe('zh');
  });

  it.each([
    ['an unknown library name', '#/library/nothing'],
    ['a damaged payload', '#/s/1/AAAA'],
    ['a later codec', '#/s/9/AAAA'],
    ['a place that is none', '#/elsewhere'],
  ])('refuses %s with a reason and runs nothing', (_name, address) => {
    open(address);
    expect(sent).toEqual([]);
    const { status, faults } = orrery.session.getState();
    expect(status).toBe('refused');
    expect(faults[0].reason).not.toBe('');
  });
});

describe('an address that changes', () => {
  it('moves the page when only the view differs', () => {
    open('#/library/ha-startup');
    hash = '#/library/ha-startup?t=12s';
    changed();
    expect(sent).toHaveLength(1);
    expect(orrery.playback.getState()).toMatchObject({ time: 12_000_000, playing: false });
  });

  it('opens another run when the run differs', () => {
    open('#/library/ha-startup');
    hash = linkOf(own);
    changed();
    expect(sent.map(({ scenario }) => scenario.metadata.name)).toEqual(['ha-startup', 'own']);
  });
});

describe('the address of the page', () => {
  it('never replaces one that a person just put there', () => {
    open('#/library/ha-startup');
    orrery.playback.setState({ time: asTime(1_500_000) });
    hash = '#/library/ha-startup?t=12s';
    vi.runAllTimers();
    expect(orrery.playback.getState()).toMatchObject({ time: 12_000_000, playing: false });
    expect(replaced.every((address) => address.includes('t=12s'))).toBe(true);
    changed();
    expect(orrery.playback.getState().time).toBe(12_000_000);
  });

  it('follows the view, with one write for many changes', () => {
    open('#/library/ha-startup');
    orrery.selection.setState({ selected: { kind: 'record', seq: 5 } });
    orrery.playback.setState({ time: asTime(1_500_000) });
    vi.runAllTimers();
    expect(replaced).toHaveLength(1);
    expect(replaced[0]).toMatch(/^#\/library\/ha-startup\?t=1\.5s&sel=record%3A5/);
  });

  it('names the library while the scenario is unchanged, and carries it afterwards', () => {
    const navigation = open('#/library/ha-startup');
    const link = () => {
      const made = navigation.link();
      return made.ok ? made.value : '';
    };
    expect(link()).toMatch(/^\/#\/library\/ha-startup\?/);
    // After the last step of the scenario, so that nothing is cut and nobody is asked.
    orrery.playback.setState({ time: asTime(129_000_000) });
    orrery.acts.act('kill', 'kube-apiserver-a');
    expect(link()).toMatch(/^\/#\/s\/1\//);
    orrery.acts.undo();
    expect(link()).toMatch(/^\/#\/library\/ha-startup\?/);
  });

  it('opens what it named: the same scenario at the same place', () => {
    const navigation = open(linkOf(own));
    orrery.playback.setState({ time: asTime(7_000_000), playing: false });
    const link = navigation.link();
    open(link.ok ? link.value.slice(1) : '');
    expect(sent.at(-1)?.scenario).toEqual(own);
    expect(orrery.playback.getState().time).toBe(7_000_000);
  });
});

describe('selection in words', () => {
  it.each([
    { kind: 'actor', path: 'kube-apiserver-a/hooks/rbac/bootstrap-roles' },
    { kind: 'record', seq: 12 },
    { kind: 'object', key: '/registry/masterleases/10.0.0.11' },
  ] as const)('%j survives', (selected) => {
    expect(readSelection(printSelection(selected))).toEqual(selected);
  });

  it.each(['', 'actor', 'actor:', 'record:x', 'record:-1', 'planet:mars'])('%j is none', (text) => {
    expect(readSelection(text)).toBeUndefined();
  });
});
