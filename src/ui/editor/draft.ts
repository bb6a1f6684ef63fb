/**
 * The text as the browser keeps it, so that neither a reload nor a crash loses it. It is kept with
 * the scenario that ran when it was written, because only then the page can tell whose text it is.
 */
import type { Scenario } from '#protocol';
import { recall, remember } from '../storage';

export interface Draft {
  readonly text: string;
  /** The scenario that ran beside it, as JSON. */
  readonly base: string;
  /** The text of what ran. */
  readonly ran: string;
  /** Whether it said something else than what ran. */
  readonly changed: boolean;
  /** When it was written, ms since 1970. */
  readonly at: number;
}

const KEY = 'draft';

export const baseOf = (scenario: Scenario | undefined): string => JSON.stringify(scenario ?? null);

export function keepDraft(draft: Draft): void {
  remember(KEY, JSON.stringify(draft));
}

export function forgetDraft(): void {
  remember(KEY, '');
}

/** What was kept; undefined when there is nothing, or nothing that can be read. */
export function keptDraft(): Draft | undefined {
  const kept = recall(KEY);
  if (kept === undefined || kept === '') return undefined;
  try {
    const draft = JSON.parse(kept) as Partial<Draft>;
    if (typeof draft.text !== 'string' || typeof draft.base !== 'string') return undefined;
    return {
      text: draft.text,
      base: draft.base,
      ran: String(draft.ran ?? ''),
      changed: draft.changed === true,
      at: Number(draft.at),
    };
  } catch (error) {
    // Another version of the page, or another hand, wrote it.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
