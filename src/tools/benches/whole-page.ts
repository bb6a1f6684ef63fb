/**
 * The page as its users get it, in Chromium: how long its main thread is busy at a stretch while a
 * long run streams in, and how soon a share link shows its timeline.
 */
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { encodeShareLink, type Scenario } from '#protocol';
import type { Bench, BenchPlace } from './bench';
import { CHROMIUM_FLAGS } from './page';

/** Virtual time of the long run: some 120,000 records. */
const LONG_RUN = '90m';
const SHORT_RUN = '60s';
/** How often the link is opened; the figure is the median. */
const VISITS = 5;
const PATIENCE_MS = 180_000;

const scenario = (until: string): Scenario => ({
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 'page-bench' },
  spec: {
    until,
    apiServers: ['a', 'b', 'c'].map((letter, index) => ({
      name: `kube-apiserver-${letter}`,
      flags: [
        `--advertise-address=10.0.0.${11 + index}`,
        '--service-cluster-ip-range=10.96.0.0/12',
      ],
    })),
  },
});

/** What the page tells of itself, gathered by `lookOn`. */
interface Seen {
  /** Lengths of tasks of 50 ms or more, by when they began, ms. */
  readonly tasks: { readonly start: number; readonly duration: number }[];
  /** When the timeline first had lanes and was painted, ms since navigation. */
  timelineAt: number;
}

/** Runs in the page before any script of its own. */
function lookOn(): void {
  performance.mark('orrery-bench');
  const seen: Seen = { tasks: [], timelineAt: 0 };
  Object.assign(globalThis, { orrerySeen: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.tasks.push({ start: startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });
  const look = (): void => {
    if (document.querySelector('[data-testid="timeline"] [data-component]') === null) {
      requestAnimationFrame(look);
      return;
    }
    // The frame that has the lanes is on screen when the next but one begins.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.timelineAt = performance.now();
      }),
    );
  };
  requestAnimationFrame(look);
}

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { orrerySeen: Seen }).orrerySeen);

/** The codec gives links from `/#` on, and the base ends in a slash. */
function linkTo(base: string, until: string): string {
  const link = encodeShareLink(scenario(until));
  if (!link.ok) throw new Error(JSON.stringify(link.faults));
  return base + link.value.slice(1);
}

async function openAndWait(context: BrowserContext, address: string, ready: string) {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector(ready, { timeout: PATIENCE_MS });
  await page.waitForFunction(
    () => (globalThis as unknown as { orrerySeen: Seen }).orrerySeen.timelineAt > 0,
    undefined,
    { timeout: PATIENCE_MS },
  );
  return page;
}

/** An event of Chromium's trace that has a length, µs; `tdur` counts only while it ran. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
}

/**
 * Longest task of the page's main thread in processor time, which other load stretches less. The
 * browser's own parts are pages too; ours is the one that set the mark.
 */
function longestTaskCpuMs(trace: Buffer): number {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const main = new Set<string>();
  for (const { name, pid, tid } of traceEvents) {
    if (name === 'orrery-bench') main.add(`${pid}/${tid}`);
  }
  let longest = 0;
  for (const { ph, name, tdur = 0, pid, tid } of traceEvents) {
    if (ph !== 'X' || !name.endsWith('RunTask') || !main.has(`${pid}/${tid}`)) continue;
    longest = Math.max(longest, tdur);
  }
  return Math.round(longest / 1_000);
}

async function streaming(context: BrowserContext, base: string) {
  const ready = '[data-status="done"]:not([data-trace-hash=""])';
  const browser = context.browser();
  await browser?.startTracing(undefined, {
    categories: ['toplevel', 'blink.user_timing'],
  });
  const page = await openAndWait(context, linkTo(base, LONG_RUN), ready);
  const trace = await browser?.stopTracing();
  const { tasks, timelineAt } = await seenBy(page);
  await page.close();
  const during = tasks.filter(({ start }) => start > timelineAt);
  return {
    longTasksWhileStreaming: during.length,
    longestTaskWhileStreamingMs: longestOf(during),
    longestTaskMs: longestOf(tasks),
    longestTaskCpuMs: trace ? longestTaskCpuMs(trace) : 0,
  };
}

const longestOf = (tasks: Seen['tasks']): number =>
  Math.round(Math.max(0, ...tasks.map(({ duration }) => duration)));

async function opening(context: BrowserContext, base: string): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit <= VISITS; visit += 1) {
    const page = await openAndWait(context, linkTo(base, SHORT_RUN), '[data-status]');
    times.push((await seenBy(page)).timelineAt);
    await page.close();
  }
  // The first visit fills the cache.
  const warm = times.slice(1).sort((a, b) => a - b);
  return Math.round(warm[warm.length >> 1]);
}

async function measure({ root, dist }: BenchPlace) {
  const server = await preview({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: dist },
    preview: { port: 0, open: false },
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: CHROMIUM_FLAGS,
  });
  try {
    const base = server.resolvedUrls?.local[0] ?? '';
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    await context.addInitScript(lookOn);
    const linkToTimelineMs = await opening(context, base);
    return { linkToTimelineMs, ...(await streaming(context, base)) };
  } finally {
    await browser.close();
    await server.close();
  }
}

export const pageBench: Bench = { name: 'page', run: measure };
