import { afterEach, expect, it, vi } from 'vitest';
import { translator } from '../i18n';
import { stepTexts } from '../why/step-words';
import { contentWords } from './content-words';
import { fixtureOrrery } from './fixture';
import { TimelineScene } from './scene';
import { timelineTexts } from './texts';
import { TimelineModel } from './timeline-model';

const frames: (() => void)[] = [];
/** What was drawn on each canvas, one list a drawing; a drawing begins by setting the transform. */
const drawings = new Map<HTMLCanvasElement, string[]>();

function noting(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const known: Record<string, unknown> = {
    canvas,
    fillStyle: '#000000',
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const context = new Proxy(known, {
    get: (target, name: string) => {
      if (name in target) return target[name];
      return (...args: readonly unknown[]) => {
        const drawn = drawings.get(canvas) ?? [];
        drawings.set(canvas, drawn);
        if (name === 'setTransform') drawn.push('');
        const said = args.map((arg) => (typeof arg === 'object' ? '' : arg));
        drawn[drawn.length - 1] += `${name}(${said})\n`;
      };
    },
    set: (target, name: string, value) => {
      target[name] = value;
      return true;
    },
  });
  return context as unknown as CanvasRenderingContext2D;
}

/** One slice of rows a frame: the clock says that each took all there was. */
function slowPage(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 6;
    return now;
  });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const contexts = new Map<HTMLCanvasElement, CanvasRenderingContext2D>();
  HTMLCanvasElement.prototype.getContext = function context(this: HTMLCanvasElement) {
    const made = contexts.get(this) ?? noting(this);
    contexts.set(this, made);
    return made as never;
  } as never;
  vi.stubGlobal(
    'ImageData',
    class {
      constructor(readonly data: Uint8ClampedArray) {}
    },
  );
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A timeline of 9,000 records whose rows have not come yet. */
function sceneOf() {
  slowPage();
  const orrery = fixtureOrrery({ records: 9_000, seconds: 60, seed: 42 });
  const model = new TimelineModel(orrery);
  const settings = orrery.settings.getState();
  const said = contentWords(translator(timelineTexts, settings), translator(stepTexts, settings));
  const [base, overlay, minimap] = [0, 1, 2].map(() => document.createElement('canvas'));
  const [veil, playhead] = [0, 1].map(() => document.createElement('div'));
  const scene = new TimelineScene(model, { base, overlay, minimap, veil, playhead }, said);
  scene.resize(1_000, 424, 1);
  scene.start();
  return { orrery, model, scene, base, minimap };
}

it('shows the last rows it takes in, when nothing else happens on the page', () => {
  const { orrery, model, scene, base, minimap } = sceneOf();
  let count = 0;
  for (; frames.length > 0; count += 1) for (const frame of frames.splice(0)) frame();
  expect(count).toBeGreaterThan(2);
  expect(model.feed.taken).toBe(orrery.trace.table.length);
  const last = [base, minimap].map((canvas) => drawings.get(canvas)?.at(-1));

  scene.themeChanged();
  for (const frame of frames.splice(0)) frame();
  expect([base, minimap].map((canvas) => drawings.get(canvas)?.at(-1))).toEqual(last);
  scene.stop();
});

it('draws one of the layers that show rows a frame while rows come', () => {
  const { scene, base, minimap } = sceneOf();
  const drawn = () => [base, minimap].map((canvas) => drawings.get(canvas)?.length ?? 0);
  const turns: string[] = [];
  for (let before = drawn(); frames.length > 0; before = drawn()) {
    for (const frame of frames.splice(0)) frame();
    const [ofBase, ofMinimap] = drawn().map((count, index) => count - before[index]);
    turns.push(`${ofBase} ${ofMinimap}`);
  }
  expect(turns.length).toBeGreaterThan(2);
  expect(turns.slice(0, 2)).toEqual(['1 0', '0 1']);
  expect(new Set(turns)).toEqual(new Set(['1 0', '0 1']));
  scene.stop();
});
