import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  counterScenario,
  lateExpectations,
  localText,
  readCounterRun,
  readScenario,
  type Scenario,
} from '#protocol';
import { COUNTER_RUNS, DEFAULT_SCENARIO, LIBRARY, libraryScenario } from './index';

/** Chinese beside Latin without a space, which a folded line loses, or with one too many. */
const MISSPACED =
  /(?:.{0,4}(?:\p{Script=Han}[A-Za-z\d]|[A-Za-z\d%]\p{Script=Han})| {2}|[，。；：？！] ).{0,4}/gu;

function read(text: string): Scenario {
  const scenario = readScenario(text);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.faults, null, 1));
  return scenario.value;
}

test('every folder is in the list, and nothing else', () => {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  expect(LIBRARY.map(({ name }) => name).sort()).toEqual(folders.sort());
  expect(Object.keys(COUNTER_RUNS).sort()).toEqual(folders.sort());
  expect(libraryScenario(DEFAULT_SCENARIO)).toBe(LIBRARY[0]);
  expect(libraryScenario('no-such-name')).toBeUndefined();
  expect(libraryScenario('constructor')).toBeUndefined();
});

test('a scenario is found by the name that it had before', () => {
  expect(libraryScenario('write-conflict')?.name).toBe('two-writers-conflict');
});

describe.each(LIBRARY)('$name', ({ name, text }) => {
  const { metadata, spec } = read(text);

  test('is called like its folder, and says what one will see in both languages', () => {
    expect(metadata.name).toBe(name);
    for (const words of [metadata.title, metadata.description]) {
      const { en, zh } = localText(words ?? '');
      expect(en).not.toBe('');
      expect(zh).toMatch(/\p{Script=Han}/u);
      expect(en).not.toMatch(/\p{Script=Han}/u);
    }
  });

  test('has a space between Chinese signs and Latin letters, and none besides', () => {
    const notes = (spec.timeline ?? []).flatMap(({ note }) => (note as string | undefined) ?? []);
    const texts = [metadata.title, metadata.description, ...notes].map((text) => text ?? '');
    const wrong = texts.flatMap((text) => localText(text).zh.match(MISSPACED) ?? []);
    expect(wrong).toEqual([]);
  });

  test('expects nothing of a time that the run does not have', () => {
    expect(lateExpectations(read(text))).toEqual([]);
  });

  test('is told in notes in both languages, in the order of time', () => {
    const notes = (spec.timeline ?? []).flatMap(({ note }) => (note === undefined ? [] : [note]));
    expect(notes.length).toBeGreaterThanOrEqual(3);
    for (const note of notes) {
      const { en, zh } = localText(note as string);
      expect(zh).toMatch(/\p{Script=Han}/u);
      expect(en).not.toMatch(/\p{Script=Han}/u);
    }
    const times = (spec.timeline ?? []).map(({ at }) => Number.parseFloat(at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('every expectation has a name of its own', () => {
    const names = (spec.expect ?? []).map((expectation) => expectation.name);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(3);
  });

  test('has a counter-run that applies and names an expectation', () => {
    const counter = readCounterRun(COUNTER_RUNS[name]);
    if (!counter.ok) throw new Error(JSON.stringify(counter.faults));
    expect(localText(counter.value.because).zh).toMatch(/\p{Script=Han}/u);
    const changed = counterScenario(read(text), counter.value);
    expect(changed.ok ? [] : changed.faults).toEqual([]);
  });
});
