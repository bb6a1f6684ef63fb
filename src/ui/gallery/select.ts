/** The gallery as a view model: groups of cards, cut down to what was searched for. Pure. */
import { GALLERY, KNOW_BEFORE, type LibraryQuestion, QUESTIONS } from '#library';
import { localText as bothOf, type LocalText, type Scenario } from '#protocol';
import { localText } from '../i18n';
import { minutesOf, stopsOf } from '../lessons/stops';
import { endOf } from '../session/edit-scenario';
import type { LibraryEntry } from '../share/navigation';
import type { Language } from '../stores';

export interface Card {
  readonly name: string;
  readonly scenario: Scenario;
  readonly title: string;
  readonly text: string;
  readonly stops: number;
  readonly questions: number;
  readonly minutes: number;
  /** Length of the run, µs. */
  readonly length: number;
  /** Titles of what to know before. */
  readonly before: readonly string[];
}

export interface CardGroup {
  readonly id: string;
  /** undefined: what is in no group. */
  readonly title: LocalText | undefined;
  /** Lessons, one after the other. */
  readonly course: boolean;
  readonly cards: readonly Card[];
}

export interface GalleryView {
  readonly groups: readonly CardGroup[];
  readonly questions: readonly LibraryQuestion[];
}

export function galleryOf(
  library: readonly LibraryEntry[],
  sought: string,
  language: Language,
): GalleryView {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = library.filter((entry) => matches(textOf(entry), words));
  const cardOf = (entry: LibraryEntry) => card(entry, library, language);
  const hung = new Set(GALLERY.flatMap(({ scenarios }) => scenarios));
  const groups = GALLERY.map(({ id, title, course = false, scenarios }) => ({
    id: id as string,
    title: title as LocalText | undefined,
    course: course as boolean,
    cards: scenarios.flatMap((name) => found.filter((entry) => entry.name === name).map(cardOf)),
  }));
  const others = found.filter(({ name }) => !hung.has(name)).map(cardOf);
  return {
    groups: [...groups, { id: 'more', title: undefined, course: false, cards: others }].filter(
      ({ cards }) => cards.length > 0,
    ),
    questions: QUESTIONS.filter((one) =>
      matches([one.scenario, ...both(one.question), ...both(one.answer)].join(' '), words),
    ),
  };
}

function card(
  { name, scenario }: LibraryEntry,
  library: readonly LibraryEntry[],
  language: Language,
) {
  const { title, description } = scenario.metadata;
  const stops = stopsOf(scenario);
  const before = (KNOW_BEFORE[name] ?? []).flatMap((other) =>
    library
      .filter((entry) => entry.name === other)
      .map((entry) => localText(entry.scenario.metadata.title, language)),
  );
  return {
    name,
    scenario,
    title: localText(title, language) || name,
    text: localText(description, language),
    stops: stops.length,
    questions: stops.filter(({ kind }) => kind === 'ask').length,
    minutes: minutesOf(stops),
    length: endOf(scenario),
    before,
  };
}

const both = (text: LocalText | string): readonly string[] => {
  const { en, zh } = bothOf(text);
  return [en, zh];
};

/** What is searched in: names and texts in both languages, and what the timeline does. */
function textOf({ name, scenario: { metadata, spec } }: LibraryEntry): string {
  const verbs = (spec.timeline ?? []).flatMap((step) => Object.keys(step));
  const texts = [metadata.title ?? '', metadata.description ?? ''].flatMap(both);
  return [name, ...texts, ...verbs].join(' ');
}

const matches = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
};

/** The address of a question's instant, from `#` on. */
export function questionLink({ scenario, time, selection, tab }: LibraryQuestion): string {
  return `#/library/${scenario}?${new URLSearchParams({ t: time, sel: selection, tab })}`;
}
