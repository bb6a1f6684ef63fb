/** Page tests run against the built page, under a sub-path, as a static host would serve it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const VITE = 'node node_modules/vite/bin/vite.js';
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

// Chosen once by the first process; the workers inherit it. Two checkouts can test at once.
process.env.ORRERY_E2E_PORT ??= String(20_000 + (process.pid % 10_000));
const port = process.env.ORRERY_E2E_PORT;
const address = `http://localhost:${port}/orrery/`;

/** The program to drive; undefined means Playwright's own. */
function chromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? (existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined);
}

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // One test of hundreds must not cost a run; the summary names each that needed its second try.
  retries: process.env.CI === undefined ? 0 : 1,
  workers: 2,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    // Antialiasing differs a little between builds of Chromium; a moved label differs a lot.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled', caret: 'hide' },
  },
  // The JSON file is named by the caller in PLAYWRIGHT_JSON_OUTPUT_FILE; see src/tools/steps.mjs.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: address,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'dark',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    // Only the offline tests keep the page: every test is a first visit, and most are short.
    serviceWorkers: 'block',
    // A trace of each first try would take a good part of all the time.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `${VITE} preview --port ${port} --strictPort --bypass-lock --base /orrery/`,
    cwd: ROOT,
    url: address,
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
