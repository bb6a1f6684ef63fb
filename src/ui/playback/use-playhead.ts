import { useEffect, useState } from 'react';
import type { SimTime } from '#base';
import type { Orrery } from '../stores';

/** How often panels of text follow a moving playhead, ms: more often than this cannot be read. */
const FOLLOW_MS = 100;

/**
 * The playhead for panels of text: at once while it is moved by hand, ten times a second while it
 * plays. What must glide (the stage, the timeline) subscribes to the store itself.
 */
export function usePlayhead(orrery: Orrery): SimTime {
  const [time, setTime] = useState(() => orrery.playback.getState().time);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (): void => {
      timer = undefined;
      setTime(orrery.playback.getState().time);
    };
    const unsubscribe = orrery.playback.subscribe((state) => {
      if (!state.playing) take();
      else timer ??= setTimeout(take, FOLLOW_MS);
    });
    take();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [orrery]);
  return time;
}
