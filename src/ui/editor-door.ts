/**
 * Whether the editor is open, and what waits to be edited there. The editor itself is loaded when
 * it is first opened; this is all that the page knows of it before.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { recall, remember } from './storage';

/** A text that was opened elsewhere, such as a file that was dropped. */
export interface IncomingText {
  readonly text: string;
}

export interface EditorDoorState {
  readonly open: boolean;
  readonly incoming: IncomingText | undefined;
  /** Runs what is written; set while an editor is there. */
  readonly apply: (() => void) | undefined;
}

export type EditorDoor = StoreApi<EditorDoorState>;

const KEY = 'editor';

/** Open when it was open before the page was loaded again. */
export function createEditorDoor(): EditorDoor {
  const door = createStore<EditorDoorState>(() => ({
    open: recall(KEY) === 'open',
    incoming: undefined,
    apply: undefined,
  }));
  door.subscribe(({ open }, before) => {
    if (open !== before.open) remember(KEY, open ? 'open' : 'closed');
  });
  return door;
}

/** Whether a text means to be a scenario, whatever is wrong with it. */
export const isScenarioText = (text: string): boolean =>
  /^\s*"?kind"?: *["']?Scenario\b/m.test(text);

/** Opens a text in the editor, in place of what is there; undo brings that back. */
export function openInEditor(door: EditorDoor, text: string): void {
  door.setState({ open: true, incoming: { text } });
}
