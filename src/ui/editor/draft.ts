/**
 * The text as the browser keeps it, so that neither a reload nor a crash loses it. It is kept with
 * the scenario that ran when it was written, because only then the page can tell whose text it is.
 * Each tab keeps its own: for itself, and where it was not run, for all others, under the tab's
 * name. So two tabs never write over each other's text, and one that is closed leaves its text.
 */
import type { Scenario } from '#protocol';
import { forget, keptKeys, recall, remember } from '../storage';

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

/** A text of another tab, or of another scenario. */
export interface OtherDraft extends Draft {
  /** Under what it is kept. */
  readonly key: string;
  /** The tab that writes it is open, as far as one can tell. */
  readonly open: boolean;
}

const KEY = 'draft';
const OTHERS = 'draft.';
const TAB = 'tab';
const TABS = 'tab.';
/** Where versions of the page before tabs were told apart kept theirs. */
const EARLIER = ['draft', 'draft-aside'];
/** A tab that said nothing for so long is not open any more, ms: 30 days. */
const FORGOTTEN_MS = 30 * 24 * 3_600 * 1_000;

export const baseOf = (scenario: Scenario | undefined): string => JSON.stringify(scenario ?? null);

/**
 * Gives this tab its name. A reload keeps it; a tab that was duplicated has the name of one that is
 * still open, and gets a new one.
 * @param leaving called when the tab is left
 */
export function beginTab(leaving: () => void): void {
  const name = takeName();
  window.addEventListener('pagehide', () => {
    leaving();
    forget(TABS + name);
  });
  // A page that was left may come back as it was.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) remember(TABS + name, String(Date.now()));
  });
}

function takeName(): string {
  const before = recall(TAB, 'sessionStorage');
  const name = before === undefined || isOpen(before) ? newName() : before;
  remember(TAB, name, 'sessionStorage');
  remember(TABS + name, String(Date.now()));
  for (const key of keptKeys(TABS)) if (!isOpen(key.slice(TABS.length))) forget(key);
  return name;
}

function isOpen(tab: string): boolean {
  const since = Number(recall(TABS + tab) ?? Number.NaN);
  return Date.now() - since < FORGOTTEN_MS;
}

const newName = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

const ownKey = (): string => OTHERS + (recall(TAB, 'sessionStorage') ?? '');

export function keepDraft(draft: Draft): void {
  const written = JSON.stringify(draft);
  remember(KEY, written, 'sessionStorage');
  if (draft.changed) remember(ownKey(), written);
  else forget(ownKey());
}

/** Keeps a text beside the one that is edited now. */
export function setAside(draft: Draft): OtherDraft {
  const key = OTHERS + newName();
  remember(key, JSON.stringify(draft));
  return { ...draft, key, open: false };
}

/** Throws a text away, or has taken it over; an open tab keeps what is its own. */
export function forgetOther({ key, open }: OtherDraft): void {
  if (!open) forget(key);
}

/** What this tab had, else what a closed tab left of the same scenario. */
export function keptDraft(base: string): Draft | undefined {
  const own = readDraft(recall(KEY, 'sessionStorage'));
  if (own) return own;
  const left = otherDrafts().find((draft) => !draft.open && draft.base === base);
  if (left) forget(left.key);
  return left;
}

/** Texts that were not run, of other tabs and of scenarios before, newest first. */
export function otherDrafts(): readonly OtherDraft[] {
  const own = ownKey();
  const keys = [...keptKeys(OTHERS), ...EARLIER].filter((key) => key !== own);
  const found = keys.flatMap((key) => {
    const draft = readDraft(recall(key));
    return draft?.changed ? [{ ...draft, key, open: isOpen(key.slice(OTHERS.length)) }] : [];
  });
  return found.sort((a, b) => b.at - a.at);
}

/** What was kept; undefined when there is nothing, or nothing that can be read. */
function readDraft(kept: string | undefined): Draft | undefined {
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
