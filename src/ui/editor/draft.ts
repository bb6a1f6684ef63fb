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
/** A text of another scenario that was neither taken back nor thrown away yet. */
const ASIDE = 'draft-aside';

export const baseOf = (scenario: Scenario | undefined): string => JSON.stringify(scenario ?? null);

export function keepDraft(draft: Draft): void {
  remember(KEY, JSON.stringify(draft));
}

/** Keeps a text beside the one that is edited now. */
export function setAside(draft: Draft): void {
  remember(ASIDE, JSON.stringify(draft));
}

export function forgetAside(): void {
  remember(ASIDE, '');
}

export const keptDraft = (): Draft | undefined => readDraft(KEY);
export const draftAside = (): Draft | undefined => readDraft(ASIDE);

/** What was kept; undefined when there is nothing, or nothing that can be read. */
function readDraft(key: string): Draft | undefined {
  const kept = recall(key);
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
