import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOrrery } from '../stores';
import { Boundary } from './boundary';

const Missing = lazy(async (): Promise<{ default: () => null }> => {
  throw new TypeError('Failed to fetch dynamically imported module: why-panel.js');
});

beforeEach(() => {
  // React says what was caught, too.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('says what a part that is missing wanted, and leaves the rest', async () => {
  render(
    <>
      <p>The rest</p>
      <Boundary orrery={createOrrery()}>
        <Suspense>
          <Missing />
        </Suspense>
      </Boundary>
    </>,
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('A part of the page is missing');
  expect(alert.textContent).toContain('why-panel.js');
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.getByText('The rest')).toBeTruthy();
});

it('lets what lies over the page go again, in Chinese, too', async () => {
  let closed = 0;
  render(
    <Boundary orrery={createOrrery({ language: 'zh' })} onClose={() => (closed += 1)}>
      <Suspense>
        <Missing />
      </Suspense>
    </Boundary>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('页面缺少一部分');
  fireEvent.click(screen.getByRole('button', { name: '关闭' }));
  expect(closed).toBe(1);
});
