import { useCallback, useMemo, useState } from 'react';
import { recall, remember } from '../storage';

export type PanelName = 'stage' | 'inspector' | 'timeline';

export interface Fold {
  readonly folded: ReadonlySet<PanelName>;
  set(name: PanelName, folded: boolean): void;
}

const KEY = 'folded';
const BESIDE: Readonly<Partial<Record<PanelName, PanelName>>> = {
  stage: 'inspector',
  inspector: 'stage',
};

/** Which panels are folded; remembered. */
export function useFold(): Fold {
  const [folded, setFolded] = useState<ReadonlySet<PanelName>>(
    () => new Set((recall(KEY) ?? '').split(' ').filter(Boolean) as PanelName[]),
  );
  const set = useCallback((name: PanelName, fold: boolean) => {
    setFolded((before) => {
      const next = new Set(before);
      if (fold) next.add(name);
      else next.delete(name);
      // Of two side by side one stays open: folding the second opens the first.
      const beside = BESIDE[name];
      if (fold && beside) next.delete(beside);
      remember(KEY, [...next].join(' '));
      return next;
    });
  }, []);
  return useMemo(() => ({ folded, set }), [folded, set]);
}
