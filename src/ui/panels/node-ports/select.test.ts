import { expect, it } from 'vitest';
import type { Scenario } from '#protocol';
import { nodePortRange } from './select';

const scenario = (kubernetes: string | undefined, flags: readonly string[] = []): Scenario =>
  ({ spec: { kubernetes, apiServers: [{ name: 'a', flags }] } }) as unknown as Scenario;
const GATE = '--feature-gates=Other=true,ServiceNodePortStaticSubrange=';

it.each([
  ['1.27', [], 0],
  ['1.28', [], 86],
  [undefined, [], 0],
  ['1.27', [`${GATE}true`], 86],
  ['1.29', [`${GATE}false`], 0],
] as const)('%s with %j keeps a band of %d ports', (version, flags, band) => {
  const { geometryOf } = nodePortRange(scenario(version, flags));
  expect(geometryOf('30000-32767')?.band).toBe(band);
});
