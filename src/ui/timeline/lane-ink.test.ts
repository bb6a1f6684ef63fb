import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LaneInk } from './lane-ink';
import { contrast, mix, type Rgb, readPalette, rgbReader } from './palette';

const theme = readFileSync(new URL('../theme/theme.css', import.meta.url), 'utf8');
const timeline = readFileSync(new URL('./timeline.module.css', import.meta.url), 'utf8');
/** How much of what is to come is hidden, as in the style sheet. */
const VEIL = Number(/\.veil \{[^}]*opacity: ([\d.]+)/.exec(timeline)?.[1]);
/** How much time that has run down takes of the bar's colour. */
const DRAINED = 0.26;

function inkOf(name: string): LaneInk {
  const start = theme.indexOf(`:root[data-theme="${name}"]`);
  const block = theme.slice(start, theme.indexOf('}', start));
  const read = (token: string) => new RegExp(`${token}: ([^;]+);`).exec(block)?.[1] ?? '';
  // Stands for the canvas that names colours: the theme's are hexadecimal already.
  const context = { fillStyle: '' } as unknown as CanvasRenderingContext2D;
  return new LaneInk(readPalette(read, rgbReader(context)));
}

const rgb = (text: string): Rgb => {
  const [r = 0, g = 0, b = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [r, g, b];
};

it.each(['dark', 'light'])('the text of a lease can be read everywhere on it: %s', (name) => {
  const ink = inkOf(name);
  const { panel } = ink.palette;
  for (const component of ['apiserver', 'kcm', 'scheduler'] as const) {
    const bar = ink.bar('held', component);
    const grounds = [rgb(bar.fill), mix(rgb(bar.fill), panel, DRAINED)];
    const writing = rgb(bar.writing);
    for (const ground of grounds) {
      expect.soft(contrast(ground, writing), component).toBeGreaterThan(4.5);
      const behind = contrast(mix(ground, panel, VEIL), mix(writing, panel, VEIL));
      // WCAG 2.2 asks nothing of what is not active; this is what large text needs.
      expect.soft(behind, `${component}, to come`).toBeGreaterThan(2.8);
    }
  }
});
