import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Orrery } from '../stores';
import { RecordSearch } from './record-search';

/** What one slice may take, ms: the page stays fluent. */
const SLICE_MS = 6;

/** Keeps the hits in step with what is asked for and with the growing trace. */
export function useRecordSearch(orrery: Orrery): void {
  const query = useStore(orrery.search, (state) => state.query);
  const version = useStore(orrery.session, (state) => state.traceVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another trace
  useEffect(() => {
    const search = new RecordSearch(orrery.trace.table, query);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const work = (): void => {
      timer = undefined;
      const searching = search.advance(() => performance.now(), performance.now() + SLICE_MS);
      const { hits, searching: before } = orrery.search.getState();
      if (hits.length !== search.hits.length || hits[0] !== search.hits[0] || before !== searching)
        orrery.search.setState({ hits: search.hits, searching });
      if (searching) timer = setTimeout(work);
    };
    orrery.search.setState({ hits: new Int32Array(0) });
    work();
    const stop = orrery.trace.subscribe(() => {
      timer ??= setTimeout(work);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [orrery, query, version]);
}
