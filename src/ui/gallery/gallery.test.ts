import { expect, it } from 'vitest';
import { GALLERY, KNOW_BEFORE, LIBRARY } from '#library';
import { type FromWorker, readScenario } from '#protocol';
import { exampleTrace, SERVER } from '../panels/example-trace';
import type { LibraryEntry } from '../share/navigation';
import { galleryOf, questionLink } from './select';
import { sketchOf } from './sketch';
import { Sketcher } from './sketcher';

const library: readonly LibraryEntry[] = LIBRARY.map(({ name, text }) => {
  const read = readScenario(text);
  if (!read.ok) throw new Error(name);
  return { name, scenario: read.value };
});

it('hangs every scenario once, the lessons in order, and knows what comes before', () => {
  const { groups, questions } = galleryOf(library, '', 'en');
  const names = groups.flatMap(({ cards }) => cards.map(({ name }) => name));
  expect([...names].sort()).toEqual(LIBRARY.map(({ name }) => name).sort());
  expect(groups[0].cards.map(({ name }) => name)).toEqual(GALLERY[0].scenarios);
  const courses = groups.filter(({ course }) => course);
  expect(courses.map(({ id }) => id)).toEqual(['lessons', 'client-lessons']);
  for (const { questions: asked, stops, before } of courses.flatMap(({ cards }) => cards)) {
    expect(asked).toBeGreaterThan(0);
    expect(stops).toBeGreaterThan(asked);
    expect(before.length).toBeLessThanOrEqual(2);
  }
  // What one needs to know was taught before, in its own course or in the one before.
  const taught = courses.flatMap(({ cards }) => cards.map(({ name }) => name));
  for (const [place, name] of taught.entries()) {
    for (const earlier of KNOW_BEFORE[name] ?? []) {
      expect(taught.slice(0, place)).toContain(earlier);
    }
  }
  expect(questions.length).toBeGreaterThanOrEqual(3);
});

it('finds by words of either language, and what is in no group comes last', () => {
  const namesFor = (sought: string, from = library) =>
    galleryOf(from, sought, 'en').groups.flatMap(({ cards }) => cards.map(({ name }) => name));
  expect(namesFor('崩溃 优雅')).toEqual(['crash-vs-graceful']);
  expect(namesFor('SIGKILL graceful')).toContain('crash-vs-graceful');
  expect(namesFor('no such thing')).toEqual([]);
  const own = { ...library[0], name: 'somebody-elses' };
  const { groups } = galleryOf([...library, own], '', 'zh');
  expect(groups.at(-1)).toMatchObject({ id: 'more', cards: [{ name: 'somebody-elses' }] });
});

it('writes the address of a question with its instant and what to look at', () => {
  const [question] = galleryOf(library, '', 'en').questions;
  expect(questionLink(question)).toMatch(/^#\/library\/[a-z-]+\?t=[\d.]+s&sel=object%3A.+&tab=/);
});

it('draws from the trace: lives, acts, writes', () => {
  const { orrery } = exampleTrace();
  const { reached } = orrery.session.getState();
  const sketch = sketchOf(orrery.index, [SERVER, 'never-started'], reached);
  expect(sketch.lanes[0].length).toBeGreaterThan(0);
  expect(sketch.lanes[1]).toEqual([]);
  expect(Math.max(...sketch.writes)).toBe(1);
  for (const { from, to } of sketch.lanes[0]) expect(from).toBeLessThanOrEqual(to);
  expect(sketch.marks.every(({ at }) => at >= 0 && at <= 1)).toBe(true);
});

it('runs one scenario after the other, and keeps what was drawn', async () => {
  const ran: number[] = [];
  let stopped = 0;
  const sketcher = new Sketcher(() => ({
    postMessage(message) {
      if (message.kind !== 'run') return;
      ran.push(message.runId);
      const kind = message.runId === 1 ? 'crashed' : 'done';
      const answer = { kind, runId: message.runId, message: '' } as unknown as FromWorker;
      this.onmessage?.({ data: answer } as MessageEvent<FromWorker>);
    },
    onmessage: null,
    onerror: null,
    terminate: () => {
      stopped += 1;
    },
  }));
  const [one, two] = library;
  expect(sketcher.known(one.name)).toBeNull();
  let drawn = 0;
  const count = () => {
    drawn += 1;
  };
  await sketcher.draw([one, two], count);
  expect([drawn, stopped, ran]).toEqual([2, 1, [1, 2]]);
  expect(sketcher.known(one.name)).toBeUndefined();
  expect(sketcher.known(two.name)).toMatchObject({ marks: [] });
  await sketcher.draw([one, two], count);
  expect(ran).toEqual([1, 2]);
});
