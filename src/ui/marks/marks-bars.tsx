import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import type { Orrery } from '../stores';
import { NoteBar } from './note-bar';

const AreaBar = lazy(() => import('./area-bar'));
const BreakpointBar = lazy(() => import('../breakpoints/breakpoint-bar'));

/** The lines of a marked area, of breakpoints, and of a note that is being written. */
export function MarksBars({ orrery }: { readonly orrery: Orrery }) {
  const { area, writing } = useStore(orrery.marks);
  const breakpoints = useStore(orrery.breakpoints, (state) => state.open);
  return (
    <Suspense>
      {area && <AreaBar orrery={orrery} area={area} />}
      {breakpoints && <BreakpointBar orrery={orrery} />}
      {writing && <NoteBar orrery={orrery} />}
    </Suspense>
  );
}
