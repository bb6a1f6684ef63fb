import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { addressSyncs } from './address-syncs';

function story() {
  let at = 0;
  const recorder = new Recorder(() => asTime(at));
  const decide = (server: string, name: string, outcome: string, reason: string) => {
    at += 1_000_000;
    const actor = `${server}/ipallocator-repair-controller`;
    recorder.write('decision', actor, null, { name, outcome, reason, saw: [] });
  };
  decide('a', 'syncService', 'valid 10.0.0.1', 'nothing is written');
  decide('a', 'sync', 'create', 'something else');
  decide('b', 'syncService', 'not-allocated 10.0.0.2', 'ClusterIPNotAllocated: created');
  decide('a', 'syncIPAddress', 'leaked 10.0.0.3', 'IPAddressNotAllocated: deleted');
  return recorder.table;
}

it('tells what the repair looked at, newest first', () => {
  const shown = addressSyncs(story(), 9).map(({ process, verdict, ip, sound }) => ({
    ...{ process, verdict, ip, sound },
  }));
  expect(shown).toEqual([
    { process: 'a', verdict: 'leaked', ip: '10.0.0.3', sound: false },
    { process: 'b', verdict: 'not-allocated', ip: '10.0.0.2', sound: false },
    { process: 'a', verdict: 'valid', ip: '10.0.0.1', sound: true },
  ]);
});

it('tells only what had happened, and of one server where one is looked at', () => {
  expect(addressSyncs(story(), 2).map(({ ip }) => ip)).toEqual(['10.0.0.2', '10.0.0.1']);
  expect(addressSyncs(story(), 9, 'b').map(({ ip }) => ip)).toEqual(['10.0.0.2']);
  expect(addressSyncs(story(), -1)).toEqual([]);
});
