/**
 * What shows a run: the workbench with its stage, timeline and inspector, or two runs side by side.
 * Loaded beside the shell, which is on screen before it; see `use-run-view.ts`.
 */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { ConsoleWaits, LazyConsole } from '../console/drawer/drawer';
import { FaultStrip } from '../faults/fault-strip';
import strip from '../faults/faults.module.css';
import { INSPECTOR_PANELS, Stage } from '../panels';
import { Inspector } from '../panels/inspector';
import type { Orrery } from '../stores';
import { Timeline } from '../timeline';
import { EditorPlace } from './editor-place';
import type { Fold } from './fold';
import { useShell } from './shell-context';
import { Workbench } from './workbench';

const CompareBench = lazy(() => import('../compare/compare-bench'));

export interface RunViewProps {
  readonly orrery: Orrery;
  readonly fold: Fold;
  /** How many of its parts are mounted; see `RUN_PARTS`. */
  readonly turn: number;
  readonly consoleOpen: boolean;
}

/** The run by itself, or beside the one it is compared with. */
export function RunView({ orrery, fold, turn, consoleOpen }: RunViewProps) {
  const { comparison } = useShell();
  const current = useStore(comparison, (state) => state.current);
  const aside = {
    fold,
    consoleOpen,
    editor: turn > 3 && <EditorPlace />,
    console: (
      <Suspense fallback={<ConsoleWaits />}>
        <LazyConsole />
      </Suspense>
    ),
  };
  if (current) {
    return (
      <Suspense>
        <CompareBench current={current} aside={aside} />
      </Suspense>
    );
  }
  return (
    <Workbench
      {...aside}
      stage={
        turn > 2 && (
          <div className={strip.withStrip}>
            <FaultStrip />
            <Stage orrery={orrery} onAct={orrery.acts.act} />
          </div>
        )
      }
      timeline={turn > 1 && <Timeline orrery={orrery} />}
      inspector={turn > 3 && <Inspector orrery={orrery} panels={INSPECTOR_PANELS} />}
    />
  );
}
