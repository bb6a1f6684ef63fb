/** With which text the editor begins, and what it has to tell of it. */
import { LIBRARY } from '#library';
import { examineScenario, type Scenario, scenarioText, textSaying } from '#protocol';
import { baseOf, type Draft, keptDraft, type OtherDraft, otherDrafts, setAside } from './draft';

/** What the editor has to tell beside the faults. */
export type EditorNotice =
  /** Unfinished text of an earlier visit is shown again. */
  | { readonly kind: 'restored'; readonly draft: Draft }
  /** Unfinished text of another scenario, or of another tab, is kept. */
  | { readonly kind: 'offered'; readonly draft: OtherDraft }
  /** What runs has changed beside a text that was not run. */
  | { readonly kind: 'elsewhere' }
  /** A change of the form could not be made in this text. */
  | { readonly kind: 'unmade'; readonly reason: string };

export interface FirstText {
  readonly text: string;
  /** The text of what runs. */
  readonly ran: string;
  readonly notice: EditorNotice | undefined;
}

/** What was kept for exactly this scenario, or the text that says it. */
export function firstText(scenario: Scenario | undefined): FirstText {
  const draft = keptDraft(baseOf(scenario));
  const [aside] = otherDrafts();
  const offer = aside && ({ kind: 'offered', draft: aside } as const);
  const own = scenario ? textFor(scenario, undefined) : '';
  if (!draft) return { text: own, ran: own, notice: offer };
  if (draft.base === baseOf(scenario)) {
    const { text, changed } = draft;
    const ran = scenario ? textFor(scenario, changed ? draft.ran : text) : own;
    return { text, ran, notice: changed ? { kind: 'restored', draft } : offer };
  }
  if (!draft.changed) return { text: own, ran: own, notice: offer };
  return { text: own, ran: own, notice: { kind: 'offered', draft: setAside(draft) } };
}

/** The text that says a scenario: with the comments of a text that says almost the same. */
export function textFor(scenario: Scenario, near: string | undefined): string {
  const { name } = scenario.metadata;
  const written = LIBRARY.find((entry) => entry.name === name)?.text;
  const start = near !== undefined && isOf(near, name) ? near : written;
  return start === undefined ? scenarioText(scenario) : textSaying(start, scenario);
}

function isOf(text: string, name: string): boolean {
  const { scenario } = examineScenario(text);
  return scenario?.metadata.name === name;
}
