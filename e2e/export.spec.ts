import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type OrreryPage, test } from './orrery.page';

const PLACE = '/library/crash-vs-graceful?t=1m3s&sel=record%3A3090&from=30s&to=1m20s';
const STEM = 'crash-vs-graceful.seed-7.';

/** Saves a format from the sheet. @returns the file's name and bytes */
async function save(orrery: OrreryPage, format: string) {
  const { page } = orrery;
  await orrery.press('x');
  const sheet = page.getByRole('dialog', { name: 'Export' });
  const coming = page.waitForEvent('download');
  await sheet.locator(`[data-export=${format}]`).click();
  const download = await coming;
  await expect(sheet).toBeHidden();
  await expect(page.getByText(`${download.suggestedFilename()} was saved`)).toBeVisible();
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('each format is saved, named by scenario, seed and hash, and can be read', async ({
  orrery,
}) => {
  await orrery.open(PLACE);
  const hash = await orrery.traceHash();
  const stem = `${STEM}${hash.slice(0, 8)}`;

  const perfetto = await save(orrery, 'perfetto');
  expect(perfetto.name).toBe(`${stem}.perfetto.json`);
  const { traceEvents, otherData } = JSON.parse(perfetto.bytes.toString());
  expect(otherData.traceHash).toBe(hash);

  const trace = await save(orrery, 'trace');
  expect(trace.name).toBe(`${stem}.trace.jsonl`);
  expect(createHash('sha256').update(trace.bytes).digest('hex')).toBe(hash);
  const records = trace.bytes.toString().trimEnd().split('\n');
  const shown = traceEvents.filter(({ ph }: { ph: string }) => ph === 'B' || ph === 'i');
  expect(shown).toHaveLength(records.length);

  const audit = await save(orrery, 'audit');
  expect(audit.name).toBe(`${stem}.audit.jsonl`);
  const [first] = audit.bytes.toString().split('\n');
  expect(JSON.parse(first)).toMatchObject({ apiVersion: 'audit.k8s.io/v1', level: 'Metadata' });

  const events = await save(orrery, 'events');
  expect(events.name).toBe(`${stem}.events.yaml`);
  expect(events.bytes.toString()).toMatch(/^apiVersion: v1\nitems:/);

  const objects = await save(orrery, 'objects');
  expect(objects.name).toBe(`${stem}.objects.yaml`);
  // At the playhead the dead server still stands in the endpoints.
  expect(objects.bytes.toString()).toMatch(/kind: Endpoints/);
  expect(objects.bytes.toString()).toContain('ip: 10.0.0.13');

  const scenario = await save(orrery, 'scenario');
  expect(scenario.name).toBe(`${stem}.scenario.yaml`);
  expect(scenario.bytes.toString()).toContain('name: crash-vs-graceful');
});

test('the timeline is saved as it is seen, with its title, times and theme', async ({
  orrery,
  page,
}) => {
  await orrery.open(PLACE);
  const svg = await save(orrery, 'svg');
  expect(svg.name).toMatch(/^crash-vs-graceful\.seed-7\.[0-9a-f]{8}\.timeline\.svg$/);
  // The page lets no text become a document, so another one reads it.
  const reader = await page.context().newPage();
  const seen = await reader.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml');
    const texts = [...root.querySelectorAll('text')].map((each) => each.textContent);
    const broken = root.querySelector('parsererror')?.textContent;
    return { texts, broken, paths: root.querySelectorAll('path').length };
  }, svg.bytes.toString());
  expect(seen.broken).toBeUndefined();
  expect(seen.paths).toBeGreaterThan(50);
  expect(seen.texts).toContain('A crash and a graceful stop');
  expect(seen.texts).toContain('kube-apiserver-c');
  const facts = seen.texts.find((text) => text?.startsWith('seed 7'));
  expect(facts).toContain('00:30.000 – 01:20.000 · at 01:03.000');

  const png = await save(orrery, 'png');
  expect(png.name).toMatch(/\.timeline\.png$/);
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  const width = png.bytes.readUInt32BE(16);
  const shown = await page.getByRole('region', { name: 'Timeline' }).boundingBox();
  expect(width).toBeGreaterThan((shown?.width ?? 0) * 1.9);
  const dark = png.bytes.length;
  await orrery.press('n');
  await orrery.press('n');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const light = await save(orrery, 'svg');
  expect(light.bytes.toString()).toContain('rgb(255,255,255)');
  expect(svg.bytes.toString()).toContain('rgb(17,26,46)');
  expect(dark).toBeGreaterThan(20_000);
});

test('there is nothing to export before a run is over', async ({ page }) => {
  await page.goto('./#/s/1/AAAAAAAA');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const sheet = page.getByRole('dialog', { name: 'Export' });
  await expect(sheet.getByRole('button', { name: /Perfetto/ })).toBeDisabled();
  await expect(sheet.getByRole('status')).toContainText('when the run is over');
});
