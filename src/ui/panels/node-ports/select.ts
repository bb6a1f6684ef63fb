/** The range of node ports. Pure. */
import { DEFAULT_PROFILE, type Scenario } from '#protocol';
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

const GATE = 'ServiceNodePortStaticSubrange';
/**
 * Minor versions with the gate as alpha and beta; before there is none, later it is locked to true.
 * Upstream: pkg/features/kube_features.go.
 */
const ALPHA = 27;
const BETA = 28;
const GATES_FLAG = /--feature-gates[= ]"?'?(\S+)/g;
/** What Go's ParseBool takes for true. */
const TRUE = /^(?:1|t|true)$/i;

/** The range as a server hands it out: each by its own version and flags. */
export function nodePortRange(
  scenario: Scenario | undefined,
  server: string | undefined,
): RangeKind {
  return keepsBand(scenario, server) ? WITH_BAND : WITHOUT_BAND;
}

/** The servers, where not all of them keep the same band. */
export function serversApart(scenario: Scenario | undefined): readonly string[] {
  const names = (scenario?.spec.apiServers ?? []).map(({ name }) => name);
  return new Set(names.map((name) => keepsBand(scenario, name))).size > 1 ? names : [];
}

function keepsBand(scenario: Scenario | undefined, server: string | undefined): boolean {
  const { apiServers = [], kubernetes = DEFAULT_PROFILE } = scenario?.spec ?? {};
  const spec = apiServers.find(({ name }) => name === server) ?? apiServers[0];
  const minor = Number((spec?.kubernetes ?? kubernetes).split('.')[1]);
  if (minor < ALPHA || minor > BETA) return minor > BETA;
  const gates = gatesOf([...(spec?.flags ?? []), spec?.manifest ?? ''].join('\n'));
  const said = gates.get(GATE) ?? gates.get(minor === ALPHA ? 'AllAlpha' : 'AllBeta');
  return said === undefined ? minor === BETA : TRUE.test(said);
}

/** Of all flags, the last word on each gate. */
function gatesOf(flags: string): ReadonlyMap<string, string> {
  const pairs = [...flags.matchAll(GATES_FLAG)].flatMap(([, list]) =>
    list.split(',').map((pair): [string, string] => {
      const [gate, value = ''] = pair.split('=');
      return [gate.slice(gate.indexOf(':') + 1), value.replace(/["']$/, '')];
    }),
  );
  return new Map(pairs);
}
