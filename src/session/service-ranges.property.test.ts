/**
 * Whatever happens to Services, their servers and the store: after three quiet passes of the repair
 * loops the ranges say what the Services have, and who stands in another's way has been told.
 */
import { describe, expect, it } from 'vitest';
import { CLEAN, QUIET, ServiceChaos } from './service-chaos';
import type { Claimed, RangeState, Ranges } from './service-ranges';
import { recordsOf } from './testing';

const SEEDS = 12;
const PATIENCE_MS = 240_000;

/** Later Services of an item that another has already. */
function later({ claims }: RangeState): readonly Claimed[] {
  const seen = new Set<number>();
  return claims.filter(({ item }) => {
    const again = seen.has(item);
    seen.add(item);
    return again;
  });
}

/** What the range and the Services say differently. */
function differences({ taken, claims }: RangeState): readonly string[] {
  const used = new Set(claims.map(({ item }) => item));
  const free = [...used].filter((item) => !taken.has(item)).map((item) => `${item} is used, free`);
  const leaked = [...taken].filter((item) => !used.has(item));
  return [...free, ...leaked.map((item) => `${item} is taken by nobody`)];
}

const told = ({ events }: Ranges, reason: string, service: string): boolean =>
  events.some(
    (event) => event.reason === reason && (event.regarding as { name: string }).name === service,
  );

/** Services that were not told what they should have been. */
function untold(ranges: Ranges): readonly string[] {
  const missing = (reason: string, services: readonly string[]) =>
    services.filter((name) => !told(ranges, reason, name)).map((name) => `${name}: ${reason}`);
  const names = (claims: readonly Claimed[]) => claims.map(({ service }) => service);
  return [
    ...missing('ClusterIPAlreadyAllocated', names(later(ranges.ips))),
    ...missing('ClusterIPOutOfRange', ranges.ips.outside),
    ...missing('PortAlreadyAllocated', names(later(ranges.ports))),
    ...missing('PortOutOfRange', ranges.ports.outside),
  ];
}

/**
 * Whom a person deletes. Not the API server's own Service: it would be made again with the same
 * address, for a deleted Service gives its address back whoever else has it.
 */
function inTheWay({ ips, ports }: Ranges): readonly string[] {
  const own = ips.claims.filter(({ service }) => service === 'kubernetes');
  const clashing = [...later(ips), ...later(ports)].flatMap((claim) => {
    if (!own.some(({ item }) => item === claim.item)) return [claim.service];
    return ips.claims.filter(({ item }) => item === claim.item).map(({ service }) => service);
  });
  const names = [...clashing, ...ips.outside, ...ports.outside];
  return [...new Set(names)].filter((name) => name !== 'kubernetes');
}

/** Services past the API whose address nobody had allocated, and about which nothing was said. */
function unnoticed({ edits, run }: ServiceChaos, { events }: Ranges): readonly string[] {
  return edits.flatMap(({ service }) => {
    if (service === undefined) return [];
    const put = run.table.archive.history(`/registry/services/specs/default/${service}`)[0];
    if (!put) return [];
    const { spec } = put.object as { spec: { clusterIP: string; ports: { nodePort: number }[] } };
    const about = (words: string) => events.some(({ message }) => message.includes(words));
    const ip = about(`:${spec.clusterIP} `) || wasTaken(run, put.seq, spec.clusterIP);
    const port = about(`Port ${spec.ports[0].nodePort} `);
    return ip || port ? [] : [service];
  });
}

/** Whether the stored range had the address when the Service was put. */
function wasTaken(run: ServiceChaos['run'], seq: number, ip: string): boolean {
  const before = run.table.archive
    .history('/registry/ranges/serviceips')
    .filter((row) => row.seq < seq)
    .at(-1);
  const data = atob((before?.object as { data: string } | undefined)?.data ?? '');
  const bit = Number(ip.split('.')[3]) - 1;
  const byte = data.charCodeAt(data.length - 1 - (bit >> 3));
  return (byte & (1 << (bit & 7))) !== 0;
}

describe.each(Array.from({ length: SEEDS }, (_, index) => index + 1))('seed %d', (seed) => {
  it(
    'comes to rest',
    () => {
      const chaos = new ServiceChaos(seed);
      const quiet = chaos.to(QUIET);
      expect(differences(quiet.ips)).toEqual([]);
      expect(differences(quiet.ports)).toEqual([]);
      expect(untold(quiet)).toEqual([]);
      expect(unnoticed(chaos, quiet)).toEqual([]);
      chaos.deleteServices(inTheWay(quiet), QUIET + 1);
      const clean = chaos.to(CLEAN);
      for (const state of [clean.ips, clean.ports]) {
        expect(later(state)).toEqual([]);
        expect(state.outside).toEqual([]);
        expect(differences(state)).toEqual([]);
      }
    },
    PATIENCE_MS,
  );
});

it('the chaos is one: all kinds of faults happen, and Services and passes meet', () => {
  const verbs = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    for (const step of new ServiceChaos(seed).scenario.spec.timeline ?? []) {
      for (const verb of Object.keys(step)) verbs.add(verb);
    }
  }
  const faults = ['restart', 'partition', 'delay', 'pause', 'put'];
  expect([...verbs]).toEqual(expect.arrayContaining(['create', 'apply', 'delete', ...faults]));
  const chaos = new ServiceChaos(9);
  const reasons = new Set(chaos.to(QUIET).events.map(({ reason }) => reason));
  expect([...reasons]).toEqual(
    expect.arrayContaining(['ClusterIPNotAllocated', 'ClusterIPAlreadyAllocated']),
  );
  const phases = recordsOf(chaos.run.table, 'repair').map(({ phase }) => phase);
  expect(phases).toContain('conflict');
  expect(phases).toContain('leak');
});
