import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** WCAG 2.2 AA for text of ordinary size. */
const TEXT_CONTRAST = 4.5;
/** WCAG 2.2 AA for marks and the outlines of controls. */
const MARK_CONTRAST = 3;

function tokensOf(theme: 'dark' | 'light'): ReadonlyMap<string, string> {
  const start = css.indexOf(`:root[data-theme="${theme}"]`);
  const block = css.slice(start, css.indexOf('}', start));
  const entries = [...block.matchAll(/(--c-[\w-]+): (#[0-9a-f]{6});/g)];
  return new Map(entries.map(([, name, value]) => [name, value]));
}

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = [
  '--c-text',
  '--c-text-dim',
  '--c-accent',
  '--c-etcd',
  '--c-apiserver',
  '--c-kcm',
  '--c-scheduler',
  '--c-node',
  '--c-lease-text',
  '--c-fault-text',
  '--c-good',
];

describe.each(['dark', 'light'] as const)('%s theme', (theme) => {
  const tokens = tokensOf(theme);
  const of = (name: string) => tokens.get(name) ?? `${name} is missing`;

  it.each(TEXT)('%s can be read on every surface', (name) => {
    const surfaces = ['--c-bg', '--c-panel', '--c-panel-2'];
    const measured = surfaces.map((surface) => [surface, contrast(of(name), of(surface))] as const);
    expect(measured.filter(([, ratio]) => !(ratio >= TEXT_CONTRAST))).toEqual([]);
  });

  it.each([
    ['--c-on-accent', '--c-accent'],
    ['--c-accent', '--c-accent-soft'],
    ['--c-text', '--c-raised'],
    ['--c-text', '--c-added'],
    ['--c-text', '--c-removed'],
    ['--c-text-dim', '--c-raised'],
  ])('%s can be read on %s', (text, surface) => {
    expect(contrast(of(text), of(surface))).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it('marks stand out from the panels', () => {
    expect(contrast(of('--c-fault'), of('--c-panel'))).toBeGreaterThanOrEqual(MARK_CONTRAST);
    const lease = theme === 'dark' ? '--c-lease' : '--c-lease-outline';
    expect(contrast(of(lease), of('--c-panel'))).toBeGreaterThanOrEqual(MARK_CONTRAST);
  });
});

it('leases and faults keep their colour in both themes', () => {
  for (const name of ['--c-lease', '--c-fault']) {
    expect(tokensOf('light').get(name)).toBe(tokensOf('dark').get(name));
  }
});

it('both themes define the same colours', () => {
  expect([...tokensOf('light').keys()]).toEqual([...tokensOf('dark').keys()]);
});
