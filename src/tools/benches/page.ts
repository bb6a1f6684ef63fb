/**
 * Runs a benchmark page in Chromium. Frame figures are work on the main thread, so no GPU is used.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';

/** Longest a page may take, ms. */
const PAGE_TIMEOUT_MS = 300_000;

/** For any page that is measured. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-watchdog',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Otherwise a frame lasts 16.7 ms however little it had to do. */
const NO_FRAME_LIMIT = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

type Figures = Readonly<Record<string, number>>;

/** @param html path of the page below `root` */
export async function runOnPage(root: string, html: string): Promise<Figures> {
  const outDir = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, html) } },
    });
    const server = await preview({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir },
      preview: { port: 0, open: false },
    });
    try {
      const base = server.resolvedUrls?.local[0];
      return await measure(`${base}${html}`);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

async function measure(address: string): Promise<Figures> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...NO_FRAME_LIMIT],
  });
  try {
    // A bench starts workers by itself, which the page's policy forbids.
    const page = await browser.newPage({ bypassCSP: true, viewport: { width: 1600, height: 900 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error.stack)));
    await page.goto(address);
    return await callBench(page, faults);
  } finally {
    await browser.close();
  }
}

async function callBench(page: Page, faults: readonly string[]): Promise<Figures> {
  try {
    await page.waitForFunction(() => 'orreryBench' in globalThis, undefined, { timeout: 30_000 });
  } catch (error) {
    throw new Error(`the page set no globalThis.orreryBench\n${faults.join('\n')}`, {
      cause: error,
    });
  }
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return page.evaluate(() => {
    const { orreryBench } = globalThis as unknown as {
      orreryBench: () => Promise<Record<string, number>>;
    };
    return orreryBench();
  });
}
