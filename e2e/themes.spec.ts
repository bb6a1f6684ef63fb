import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

test('dark, light, or as the system', async ({ orrery, page }) => {
  const theme = () => page.locator('html').getAttribute('data-theme');
  await orrery.open('/library/ha-startup?t=44s');
  expect(await theme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await orrery.settled();
  expect(await theme()).toBe('dark');
  await orrery.press('n');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(background).toBe('rgb(233, 237, 245)');
});

test('the canvases are drawn in the colours of the theme', async ({ orrery, page }) => {
  /** The mean brightness of the timeline, 0 to 255, as a person would see it. */
  const brightness = async (): Promise<number> => {
    const picture = await page.getByRole('application', { name: 'Timeline' }).screenshot();
    return page.evaluate(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
      return sum / 3 / (data.length / 4);
    }, picture.toString('base64'));
  };
  await orrery.open('/library/ha-startup?t=44s');
  await expect.poll(brightness).toBeLessThan(80);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(brightness).toBeGreaterThan(180);
});

test('forced colours leave everything in its place', async ({ orrery, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await orrery.open('/library/ha-startup?t=44s&sel=actor%3Akube-apiserver-a');
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
});
