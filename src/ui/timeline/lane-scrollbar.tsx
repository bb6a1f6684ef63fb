import { useRef } from 'react';
import { useStore } from 'zustand';
import { AXIS_HEIGHT, scrollRange } from './lanes';
import styles from './timeline.module.css';
import type { TimelineModel } from './timeline-model';

const LEAST_THUMB = 24;

/** How far the lanes are scrolled. The keyboard scrolls by moving through the lanes. */
export function LaneScrollbar({ model }: { readonly model: TimelineModel }) {
  const { layout, scrollTop, height } = useStore(model.lanes);
  const held = useRef<{ readonly y: number; readonly scrollTop: number }>(undefined);
  const range = scrollRange(layout, height);
  if (range <= 0) return null;
  const thumb = Math.max(LEAST_THUMB, (height * height) / (height + range));
  const top = AXIS_HEIGHT + (scrollTop / range) * (height - thumb);
  return (
    <div
      className={styles.thumb}
      aria-hidden="true"
      style={{ top, height: thumb }}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { y: event.clientY, scrollTop };
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (!held.current) return;
        const by = ((event.clientY - held.current.y) / (height - thumb)) * range;
        model.scrollTo(held.current.scrollTop + by);
      }}
      onPointerUp={() => {
        held.current = undefined;
      }}
    />
  );
}
