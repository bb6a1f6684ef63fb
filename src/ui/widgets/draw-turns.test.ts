import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawSoon } from './draw-turns';

const frames: (() => void)[] = [];
let now = 0;

beforeEach(() => {
  now = 0;
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => {
    frames[handle - 1] = () => {};
  });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const frame = (): void => {
  for (const each of frames.splice(0)) each();
};

it('draws all in one frame while there is room, each once however often it is asked for', () => {
  const drawn: string[] = [];
  const stage = () => drawn.push('stage');
  drawSoon(stage);
  drawSoon(() => drawn.push('timeline'));
  drawSoon(stage);
  frame();
  expect(drawn).toEqual(['stage', 'timeline']);
  frame();
  expect(drawn).toEqual(['stage', 'timeline']);
});

it('leaves what a long picture has no room for to the next frame, where it comes first', () => {
  const drawn: string[] = [];
  const stage = () => {
    drawn.push('stage');
    now += 20;
    drawSoon(stage);
  };
  drawSoon(stage);
  drawSoon(() => drawn.push('timeline'));
  frame();
  expect(drawn).toEqual(['stage']);
  frame();
  expect(drawn).toEqual(['stage', 'timeline', 'stage']);
  drawSoon(stage)();
});

it('draws nothing that was taken back', () => {
  const drawn: string[] = [];
  const stop = drawSoon(() => drawn.push('stage'));
  const timeline = drawSoon(() => drawn.push('timeline'));
  stop();
  frame();
  expect(drawn).toEqual(['timeline']);
  timeline();
  expect(frames).toEqual([]);
});
