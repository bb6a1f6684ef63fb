import type { LocalText } from '#protocol';

export interface LibraryQuestion {
  readonly question: LocalText;
  readonly answer: LocalText;
  readonly scenario: string;
  /** When to look: a Go duration. */
  readonly time: string;
  /** What to look at, in the words of a link. */
  readonly selection: string;
  readonly tab: string;
  /** The expectation of the scenario that shows it. */
  readonly shownBy: string;
}
