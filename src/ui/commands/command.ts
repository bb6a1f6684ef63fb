import type { Comparison } from '../compare/comparison';
import type { ExportFormat } from '../export/formats';
import type { SessionClient } from '../session-client';
import type { Orrery } from '../stores';
import type { CommandId, RefusalId } from './texts';

/** What the page's shell can do for a command. */
export interface PageActions {
  openHelp(): void;
  /** Shows the library: lessons, questions, incidents. */
  openGallery(): void;
  /** Goes through the notes and questions of this run, or ends that. */
  toggleLesson(): void;
  openPalette(): void;
  toggleLanguage(): void;
  cycleTheme(): void;
  copyLink(): void;
  /** Opens the console, or closes it. */
  toggleConsole(): void;
  /** Lets the person choose files to open. */
  openFiles(): void;
  /** Shows the faults that can be set off. */
  openFaults(): void;
  /** Shows what the run can be compared with. */
  openCompare(): void;
  /** Shows how things come out under many seeds. */
  openExplore(): void;
  /** Shows what the run can be saved as. */
  openExport(): void;
  exportAs(format: ExportFormat): void;
  /** Opens the scenario editor, or closes it. */
  toggleEditor(): void;
  /** Runs what is written in the editor; does nothing while it is closed. */
  applyScenario(): void;
  /** Whether the editor is open and ready. */
  canApply(): boolean;
  /** Chooses the inspector tab at this place, from 0; nothing when there is none. */
  chooseTab(place: number): void;
}

export interface CommandContext {
  readonly orrery: Orrery;
  readonly client: SessionClient;
  readonly page: PageActions;
  readonly comparison: Comparison;
}

export type CommandGroup = 'time' | 'why' | 'acts' | 'around' | 'page';

/**
 * Something a person can do. Buttons, keys and the help sheet all come from the one list of these
 * in `index.ts`; the words are in `texts.ts` under the command's id.
 */
export interface Command {
  readonly id: CommandId;
  readonly group: CommandGroup;
  /** Names of keys, see `keys.ts`; the first is the one that buttons show. May be none. */
  readonly keys: readonly string[];
  /** Whether it can be done now; default: always. */
  enabled?(context: CommandContext): boolean;
  /** Why its key does nothing now, where a person who presses it would wonder. */
  refusal?(context: CommandContext): RefusalId | undefined;
  run(context: CommandContext): void;
}
