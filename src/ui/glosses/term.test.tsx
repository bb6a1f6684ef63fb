import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createOrrery } from '../stores';
import { Term } from './term';
import { glossTexts } from './texts';

afterEach(cleanup);

it('is told by pointer, focus and touch, and closed by Escape, in both languages', () => {
  for (const [language, text] of [
    ['en', /rises with each write/],
    ['zh', /每写一次就增大/],
  ] as const) {
    render(
      <Term orrery={createOrrery({ language })} of="revision">
        rev 7
      </Term>,
    );
    const word = screen.getByRole('button', { name: 'rev 7' });
    const told = () => word.getAttribute('data-told');
    const id = word.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toMatch(text);
    expect(told()).toBe('false');
    fireEvent.mouseEnter(word);
    expect(told()).toBe('true');
    fireEvent.mouseLeave(word);
    expect(told()).toBe('false');
    fireEvent.focus(word);
    expect(told()).toBe('true');
    fireEvent.keyDown(word, { key: 'Escape' });
    expect(told()).toBe('false');
    fireEvent.click(word);
    expect(told()).toBe('true');
    fireEvent.pointerDown(document.body);
    expect(told()).toBe('false');
    cleanup();
  }
});

it('explains only words of the glossary', () => {
  const glossary = readFileSync('src/docs/glossary.md', 'utf8');
  const rows = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].map(([, word]) => word);
  expect(Object.keys(glossTexts.en).filter((word) => !rows.includes(word))).toEqual([]);
});
