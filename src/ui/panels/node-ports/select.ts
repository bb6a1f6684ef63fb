/** The range of node ports. Pure. */
import type { Scenario } from '#protocol';
import { portGeometry } from '../../ranges/geometry';
import { nodePortsOf } from '../../ranges/owners';
import { bitmapAt } from '../../ranges/source';
import type { RangeKind } from '../../ranges/stored-range';

const rangeWith = (staticBand: boolean): RangeKind => ({
  id: 'node-port',
  allocator: 'node-port',
  source: bitmapAt('servicenodeports'),
  geometryOf: (text) => portGeometry(text, staticBand),
  itemsOf: nodePortsOf,
});
const WITH_BAND = rangeWith(true);
const WITHOUT_BAND = rangeWith(false);

/** The profile from which on a lower band is kept. Upstream: ServiceNodePortStaticSubrange. */
const BAND_SINCE = 28;
const GATE = /--feature-gates=(?:.*,)?ServiceNodePortStaticSubrange=(true|false)/i;

export function nodePortRange(scenario: Scenario | undefined): RangeKind {
  return keepsBand(scenario) ? WITH_BAND : WITHOUT_BAND;
}

/** By the version, unless a server's flags say otherwise. */
function keepsBand(scenario: Scenario | undefined): boolean {
  const flags = (scenario?.spec.apiServers ?? []).flatMap(({ flags: own = [] }) => own);
  const said = flags.flatMap((flag) => GATE.exec(flag)?.[1] ?? []).at(0);
  if (said !== undefined) return said.toLowerCase() === 'true';
  return Number(scenario?.spec.kubernetes?.split('.')[1] ?? 0) >= BAND_SINCE;
}
