/** What the stage is made of, kept up to date as rows arrive. */
import { startTransition, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { TraceIndex } from '#trace';
import type { Orrery } from '../../stores';
import { serverAddresses } from './address-owners';
import {
  advertisedAddress,
  type CastMember,
  castOf,
  differingVersions,
  serverNames,
} from './process-kind';
import type { StageSource } from './select';
import { StageHistory } from './stage-history';

export interface StageModel extends StageSource {
  readonly history: StageHistory;
  readonly index: TraceIndex;
  readonly cast: readonly CastMember[];
  /** Post-start hooks of each server, in order of their first start. */
  readonly hooks: ReadonlyMap<string, readonly string[]>;
  /** Address of each server. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Addresses that the Endpoints may list at once: of servers, and of leases that nobody owns. */
  readonly listed: number;
}

/** Made anew when the trace is replaced, or a process, a link, a hook or an address appears. */
export function useStageModel(orrery: Orrery): StageModel {
  const traceVersion = useStore(orrery.session, (state) => state.traceVersion);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells when the trace changed
  const history = useMemo(() => new StageHistory(orrery.trace.table), [orrery, traceVersion]);
  const [structure, setStructure] = useState('');
  useEffect(() => {
    const take = () => {
      history.update();
      const structure = `${traceVersion} ${history.structure} ${orrery.index.leases().length}`;
      // To lay the stage out anew takes longer than the block that it came with may hold the page.
      startTransition(() => setStructure(structure));
    };
    take();
    return orrery.trace.subscribe(take);
  }, [orrery, history, traceVersion]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history grows in place
  return useMemo(() => {
    const servers = serverNames(scenario);
    const advertised = new Map(
      servers.flatMap((server) => {
        const address = advertisedAddress(scenario, server);
        return address === undefined ? [] : [[server, address] as const];
      }),
    );
    const cast = castOf(history.processes, servers, differingVersions(scenario));
    const source = { history, index: orrery.index, cast, advertised };
    const addresses = serverAddresses(source);
    const hooks = new Map(cast.map(({ name }) => [name, history.hooksOf(name)]));
    const leased = orrery.index.leases().flatMap(({ name, master }) => (master ? [name] : []));
    const listed = new Set([...advertised.values(), ...leased]).size;
    return { ...source, hooks, addresses, listed };
  }, [orrery, history, scenario, structure]);
}
