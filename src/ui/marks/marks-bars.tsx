import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import type { Orrery } from '../stores';

const AreaBar = lazy(() => import('./area-bar'));
const NoteBar = lazy(() => import('./note-bar'));

/** The lines of a marked area and of a note that is being written, while there are such. */
export function MarksBars({ orrery }: { readonly orrery: Orrery }) {
  const { area, writing } = useStore(orrery.marks);
  return (
    <Suspense>
      {area && <AreaBar orrery={orrery} area={area} />}
      {writing && <NoteBar orrery={orrery} />}
    </Suspense>
  );
}
