import { lazy, Suspense, useRef } from 'react';
import { useStore } from 'zustand';
import { WaitingKeys } from '../shell/waiting-keys';
import type { Orrery } from '../stores';
import { NoteBar } from './note-bar';

const AreaBar = lazy(() => import('./area-bar'));
const BreakpointBar = lazy(() => import('../breakpoints/breakpoint-bar'));

/** The lines of a marked area, of breakpoints, and of a note that is being written. */
export function MarksBars({ orrery }: { readonly orrery: Orrery }) {
  const { area, writing } = useStore(orrery.marks);
  const { open, entering } = useStore(orrery.breakpoints);
  const typed = useRef('');
  const onClose = (): void => orrery.breakpoints.setState({ open: false, entering: false });
  return (
    <>
      <Suspense>{area && <AreaBar orrery={orrery} area={area} />}</Suspense>
      <Suspense fallback={entering && <WaitingKeys {...{ onClose, typed }} />}>
        {open && <BreakpointBar {...{ orrery, typed }} />}
      </Suspense>
      {writing && <NoteBar orrery={orrery} />}
    </>
  );
}
