import { expect, it } from 'vitest';
import type { ApiServerSpec, Scenario } from '#protocol';
import { nodePortRange, serversApart } from './select';

const scenario = (kubernetes: string | undefined, ...apiServers: Partial<ApiServerSpec>[]) =>
  ({ spec: { kubernetes, apiServers } }) as unknown as Scenario;
const bandOf = (of: Scenario | undefined, server?: string): number | undefined =>
  nodePortRange(of, server).geometryOf('30000-32767')?.band;
const GATE = '--feature-gates=Other=true,ServiceNodePortStaticSubrange=';

it.each([
  ['1.27', [], 0],
  ['1.28', [], 86],
  [undefined, [], 0],
  ['1.27', [`${GATE}true`], 86],
  ['1.27', [`${GATE}T`], 86],
  ['1.28', [`${GATE}false`], 0],
  ['1.28', [`${GATE}false`, `${GATE}true`], 86],
  ['1.27', ['--feature-gates=AllAlpha=true'], 86],
  ['1.27', ['--feature-gates=AllBeta=true'], 0],
  ['1.28', ['--feature-gates=AllBeta=false'], 0],
  ['1.28', [`--feature-gates=AllBeta=false`, `${GATE}true`], 86],
  ['1.26', ['--feature-gates=AllAlpha=true'], 0],
  ['1.33', [], 86],
] as const)('%s with %j keeps a band of %d ports', (version, flags, band) => {
  expect(bandOf(scenario(version, { name: 'a', flags }), 'a')).toBe(band);
});

it('follows each server by its own version and flags', () => {
  const manifest = `command:\n    - kube-apiserver\n    - "${GATE}true"\n    - --etcd=x`;
  const mixed = scenario(
    '1.27',
    { name: 'a' },
    { name: 'b', kubernetes: '1.28' },
    { name: 'c', kubernetes: '1.28', flags: [`${GATE}false`] },
    { name: 'd', manifest },
  );
  expect(['a', 'b', 'c', 'd', undefined].map((server) => bandOf(mixed, server))).toEqual([
    ...[0, 86, 0, 86, 0],
  ]);
  expect(serversApart(mixed)).toEqual(['a', 'b', 'c', 'd']);
});

it('has nothing to choose among where all servers keep the same', () => {
  expect(serversApart(scenario('1.28', { name: 'a' }, { name: 'b' }))).toEqual([]);
  expect(serversApart(undefined)).toEqual([]);
  expect(bandOf(undefined)).toBe(0);
});
