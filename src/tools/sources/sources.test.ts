import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOOK_DESCRIPTIONS } from '#kube';
import { partsOf } from '../../ui/panels/source/sources';
import { collectSources, sourceFiles } from './collect';
import { readConstants, readHeader, readHooks } from './read-source';

const SRC = fileURLToPath(new URL('../../', import.meta.url));
const sources = collectSources();
const ofActor = (actor: string) => partsOf(sources, actor);

describe('reading a file', () => {
  it('takes a header apart, whatever line a mark goes on in', () => {
    const text = [
      '/**',
      ' * Keeps two things',
      ' * equal.',
      ' *',
      ' * Upstream    kubernetes v1.27 pkg/one.go',
      ' *             (syncOne)',
      ' * If it is slow, if it fails   it waits',
      ' * Simplified  nothing',
      ' */',
    ].join('\n');
    expect(readHeader(text)).toEqual({
      purpose: 'Keeps two things equal.',
      marks: [
        ['Upstream', 'kubernetes v1.27 pkg/one.go (syncOne)'],
        ['If it is slow, if it fails', 'it waits'],
        ['Simplified', 'nothing'],
      ],
    });
    expect(readHeader('const a = 1;')).toEqual({ purpose: '', marks: [] });
  });

  it('finds documented numbers and durations with their units', () => {
    const text = [
      '/** Between two scans. Source: lessor.go. */',
      'export const SCAN_PERIOD = millis(500);',
      '/**',
      ' * Quota,',
      ' * bytes.',
      ' */',
      'const QUOTA_BYTES = 2_147_483_648;',
      'const UNTOLD = 3;',
      "/** A text. */\nconst NAME = 'x';",
    ].join('\n');
    expect(readConstants(text)).toEqual([
      { name: 'SCAN_PERIOD', value: '500 ms', about: 'Between two scans. Source: lessor.go.' },
      { name: 'QUOTA_BYTES', value: '2,147,483,648 bytes', about: 'Quota, bytes.' },
    ]);
  });

  it('finds the hooks that a file defines', () => {
    expect(readHooks("export const a = startingHook({\n  name: 'rbac/a',\n});")).toEqual([
      'rbac/a',
    ]);
  });
});

describe('what the code says of itself', () => {
  it('has a file of its own for each actor that the code names', () => {
    const named = sourceFiles().flatMap((file) => {
      const text = readFileSync(`${SRC}${file}`, 'utf8');
      return [...text.matchAll(/\.actor\('([^']+)'\)/g)].map(([, name]) => name);
    });
    expect(named.length).toBeGreaterThan(15);
    const unknown = named.filter((name) => ofActor(`kube-apiserver-a/${name}`).length === 0);
    expect(unknown, 'write "Acts as" into the header of the file that writes its records').toEqual(
      [],
    );
  });

  it('has a file of its own for each hook', () => {
    const runner = 'src/kube/apiserver/hooks/hook-runner.ts';
    const unknown = HOOK_DESCRIPTIONS.filter(({ type }) => type === 'post-start').filter(
      ({ name }) => (ofActor(`a/hooks/${name}`)[0]?.file ?? runner) === runner,
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it('knows the processes, and what is ours alone', () => {
    expect(ofActor('kube-apiserver-a')[0].file).toBe('src/kube/apiserver/server.ts');
    expect(ofActor('my-own-server')[0].file).toBe('src/kube/apiserver/server.ts');
    const manager = ofActor('kube-controller-manager-a')[0].file;
    expect(manager).toBe('src/kube/controller-manager/controller-manager.ts');
    expect(ofActor('kube-scheduler')[0].file).toBe('src/kube/scheduler/scheduler.ts');
    expect(ofActor('etcd')[0].file).toBe('src/kube/etcd/etcd-process.ts');
    expect(ofActor('kubectl')[0].file).toBe('src/kube/kubectl/kubectl.ts');
    expect(ofActor('scenario')[0].marks).toEqual([]);
    expect(ofActor('kube-apiserver-a/no-such-actor')).toEqual([]);
  });

  it('gives the lease of etcd with its constants, and the reflector for every informer', () => {
    const [lessor] = ofActor('etcd/lessor');
    expect(lessor.file).toBe('src/kube/etcd/lessor.ts');
    expect(Object.fromEntries(lessor.marks).Upstream).toMatch(
      /^etcd v3\.5 server\/lease\/lessor\.go/,
    );
    const scan = lessor.constants.find(({ name }) => name === 'LEASE_SCAN_PERIOD');
    expect(scan).toMatchObject({ value: '500 ms' });
    for (const actor of ['a/informers/services', 'a/legacy-token-tracking/configmaps']) {
      expect(ofActor(actor)[0].file).toBe('src/kube/client/reflector.ts');
    }
  });
});
