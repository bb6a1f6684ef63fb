import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from './main';
import { CaughtOutput } from './testing';

const folder = mkdtempSync(join(tmpdir(), 'orrery-cli-'));
const scenario = join(folder, 'scenario.json');
const objects = join(folder, 'objects.json');

writeFileSync(
  scenario,
  JSON.stringify({
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'test' },
    spec: {
      until: '10s',
      apiServers: [{ name: 'a' }],
      expect: [
        {
          name: 'never there',
          at: '5s',
          object: { apiVersion: 'v1', kind: 'Namespace', name: 'x' },
          absent: true,
        },
      ],
    },
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

const said = new CaughtOutput();
beforeEach(() => said.begin());
afterEach(() => said.end());

describe('run', () => {
  it('warns of what is expected after the end of the run', async () => {
    expect(await main(['run', scenario, '--until', '3s'])).toBe(0);
    expect(said.err).toBe(
      'warning: spec.expect[0].at: 5s is after the end of the run (3s), so its end is looked at\n',
    );
  });

  it('warns of an interval that ends after it, and of what had not come by its end', async () => {
    const { spec, ...rest } = JSON.parse(readFileSync(scenario, 'utf8'));
    const [{ at, absent, ...seen }] = spec.expect;
    const expected = [
      { ...seen, name: 'a', never: true, until: '30s', absent: false },
      { ...seen, name: 'b', by: '20s', absent: false },
      { ...seen, name: 'c', by: '20s', absent },
    ];
    const late = join(folder, 'late.json');
    writeFileSync(late, JSON.stringify({ ...rest, spec: { ...spec, expect: expected } }));
    const words =
      'warning: spec.expect[0].until: 30s is after the end of the run (10s), so it is looked at ' +
      'only up to there\nwarning: spec.expect[1].by: 20s is after the end of the run (10s), so ' +
      'its end is looked at\n';
    expect(await main(['run', late])).toBe(1);
    expect(said.err).toBe(words);
    said.end();
    said.begin();
    expect(await main(['explore', late, '--seeds', '0..1', '--workers', '1'])).toBe(1);
    expect(said.err.replaceAll(/\r[^\n]*?(?=warning|$)/g, '')).toContain(words);
  });

  it('prints every field of the contract as JSON', async () => {
    expect(await main(['run', scenario, '--format', 'json'])).toBe(0);
    const printed = JSON.parse(said.out);
    expect(Object.keys(printed)).toEqual([
      'scenario',
      'seed',
      'until',
      'behaviourVersion',
      'traceHash',
      'records',
      'truncated',
      'virtualSeconds',
      'wallSeconds',
      'expectations',
      'invariants',
    ]);
    const [expectation] = printed.expectations;
    expect(expectation).toEqual({
      name: 'never there',
      ok: true,
      got: 'absent',
      want: { absent: true },
      at: '0s',
    });
    for (const invariant of printed.invariants) {
      expect(invariant).toEqual({
        name: expect.any(String),
        ok: true,
        firstBreach: null,
      });
    }
  });

  it('writes what is stored at each time and at the end', async () => {
    await main(['run', scenario, '--objects', objects, '--at', '2s,5s']);
    const stored: { at: string }[] = JSON.parse(readFileSync(objects, 'utf8'));
    expect(stored.map(({ at }) => at)).toEqual(['2s', '5s', '10s']);
  });

  it('refuses a time after the end, and one line says why', async () => {
    expect(await main(['run', scenario, '--objects', objects, '--at', '2s,11s'])).toBe(2);
    expect(said.err).toBe('--at: 11s is after the end of the run, 10s\n');
  });

  it('runs to the very start', async () => {
    expect(await main(['run', scenario, '--until', '0s', '--format', 'json'])).toBe(0);
    expect(JSON.parse(said.out).until).toBe('0s');
  });
});

describe('arguments', () => {
  it.each([
    [['run', scenario, '--seed', '-1'], /^--seed: expected a whole number .* found -1\n$/],
    [['run', scenario, '--until', '-5s'], /^--until: expected a Go duration .* found "-5s"\n$/],
    [['run', scenario, '--until'], /^arguments: Option '--until <value>' argument missing\n$/],
    [['run', scenario, '--until', '--seed'], /^arguments: .*ambiguous\n$/],
    [['run', scenario, scenario], /^arguments: unexpected /],
    [
      ['run', scenario, '--trace', join(folder, 'no', 'file')],
      /^--trace: .*: there is no such file or folder\n$/,
    ],
    [
      ['run', scenario, '--objects', folder],
      /^--objects: .*: is a folder; expected the name of a file\n$/,
    ],
    [['run', folder], /^.*orrery-cli-.*: is a folder; expected the name of a file\n$/],
    [['export', scenario, '--as', 'audit', '--out', folder], /^--out: .*: is a folder; /],
    [
      ['share', scenario, '--base', 'nowhere'],
      /^--base: expected an address .* found "nowhere"\n$/,
    ],
    [['share', scenario, '--base', 'javascript:1'], /^--base: expected an address /],
    [['serve', scenario], /^serve: not modelled yet\n$/],
    [['list', 'x'], /^arguments: unexpected "x"\n$/],
    [[], /^COMMAND: missing\n\nkube-orrery COMMAND\n/],
    [['nothing'], /^COMMAND: expected one of run, .*, found "nothing"\n$/],
  ])('refuses %j in words', async (args, reason) => {
    expect(await main(args)).toBe(2);
    expect([said.out, said.err]).toEqual(['', expect.stringMatching(reason)]);
  });
});

it('offers only what it can do', async () => {
  expect(await main(['--help'])).toBe(0);
  expect(said.out).toContain('  share SCENARIO [--base URL]\n');
  expect(said.out).not.toMatch(/serve|not modelled/);
});

describe('share', () => {
  it('prints the link from /# on, or behind the address of a page', async () => {
    expect(await main(['share', scenario])).toBe(0);
    const link = said.out;
    expect(link).toMatch(/^\/#\/s\/1\/[\w-]+\n$/);
    said.out = '';
    await main(['share', scenario, '--base', 'https://example.org/orrery/#/library/x']);
    expect(said.out).toBe(`https://example.org/orrery/${link.slice(1)}`);
  });

  it('gives a link that the other commands read', async () => {
    await main(['share', scenario, '--base', 'https://example.org/orrery/']);
    const link = said.out.trim();
    said.out = '';
    expect(await main(['run', link, '--format', 'json'])).toBe(0);
    expect(JSON.parse(said.out).scenario).toBe('test');
  });
});

describe('import', () => {
  const objects = (...names: string[]) =>
    names.map((name, place) => {
      const metadata = { name, resourceVersion: String(100 + place) };
      return JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata });
    });
  const given = (text: string) => {
    const file = join(folder, 'given.yaml');
    writeFileSync(file, text);
    return file;
  };

  it('tells of the revisions that are left out in one line', async () => {
    expect(await main(['import', given(objects('a', 'b', 'c').join('\n---\n'))])).toBe(0);
    const lines = said.err.split('\n').filter((line) => line.includes('resourceVersion'));
    expect(lines).toEqual([expect.stringMatching(/resourceVersion of 3 objects is left out/)]);
  });

  it('names the version where it is one', async () => {
    await main(['import', given(objects('a')[0])]);
    expect(said.err).toMatch(/Namespace a: resourceVersion "100" is left out/);
  });

  it('knows by its flags that a file of arguments is of another component', async () => {
    const kubelet = '--kubeconfig=/a\n--client-ca-file=/b\n--root-dir=/c\n--anonymous-auth=false\n';
    expect(await main(['import', given(kubelet)])).toBe(2);
    expect(said.err).toMatch(
      /kube-apiserver has no --kubeconfig, --root-dir; the file is of kubelet: not/,
    );
    expect(said.out).toBe('');
  });

  it('says that the place to write to is a folder', async () => {
    expect(await main(['import', given(objects('a')[0]), '--out', folder])).toBe(2);
    expect(said.err).toMatch(/--out: .*: is a folder; expected the name of a file\n$/);
  });
});

describe('conformance', () => {
  const file = join(folder, 'cases.json');
  const good = {
    given: { primary: '', secondary: '' },
    when: { op: 'validateClusterIPFlags' },
  };
  const cases = (...items: unknown[]) => writeFileSync(file, JSON.stringify(items));
  const wanting = (hasErrors: boolean, area = 'options') => ({
    ...{ id: 'a', area, ...good },
    ...Object.fromEntries([['then', { hasErrors }]]),
  });

  it('says what was compared, and fails with what failed', async () => {
    cases(wanting(true), wanting(false), wanting(true, 'moon'));
    expect(await main(['conformance', file])).toBe(1);
    const lines = said.out.trimEnd().split('\n');
    expect(lines.pop()).toBe('1 passed, 1 failed, 1 skipped');
    expect(lines.map((line) => JSON.parse(line).result)).toEqual(['pass', 'fail', 'unsupported']);
  });

  it('refuses what is no case before it runs any', async () => {
    cases(wanting(true), 5, { id: 7 });
    expect(await main(['conformance', file])).toBe(2);
    expect(said.out).toBe('');
    expect(said.err).toBe(`${file}[1]: expected an object\n${file}[2]: id: expected a text\n`);
  });
});

describe('export', () => {
  it('writes each format to standard output or to a file', async () => {
    const file = join(folder, 'perfetto.json');
    expect(await main(['export', scenario, '--as', 'perfetto', '--out', file])).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).traceEvents.length).toBeGreaterThan(100);
    expect(await main(['export', scenario, '--as', 'audit'])).toBe(0);
    expect(JSON.parse(said.out.split('\n')[0]).apiVersion).toBe('audit.k8s.io/v1');
  });

  it('lists objects at the time that was asked for', async () => {
    expect(await main(['export', scenario, '--as', 'objects', '--at', '0s'])).toBe(0);
    expect(said.out).toBe(
      'apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: ""\n',
    );
  });

  it.each([
    [['--as', 'pprof'], '--as: expected one of perfetto, audit, events, '],
    [[], '--as: missing; expected one of perfetto, '],
    [['--as', 'audit', '--at', '2s'], '--at: goes with --as objects'],
    [['--as', 'objects', '--at', '11s'], '--at: 11s is after the end of the run'],
  ])('refuses %j with a line', async (args, line) => {
    expect(await main(['export', scenario, ...args])).toBe(2);
    expect(said.err).toContain(line);
    expect(said.out).toBe('');
  });
});
