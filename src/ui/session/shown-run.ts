/** What stands of a run on screen while another one is tried. */
import type { SessionState } from '../stores';

/** What is restored when a new scenario is refused. */
export type ShownRun = Pick<
  SessionState,
  'scenario' | 'summary' | 'crash' | 'libraryName' | 'expected' | 'undo' | 'redo' | 'traceFile'
>;

export function shownOf(state: SessionState): ShownRun {
  const { scenario, summary, crash, libraryName, expected, undo, redo, traceFile } = state;
  return { scenario, summary, crash, libraryName, expected, undo, redo, traceFile };
}

/** Another run has other records, so a chosen record means nothing there; actors and keys do. */
export function forgetRecords<T extends { readonly selected?: { readonly kind: string } }>(
  state: T,
): T {
  const selected = state.selected?.kind === 'record' ? undefined : state.selected;
  return { ...state, selected, hovered: undefined };
}
