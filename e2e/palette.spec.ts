import { expect, test } from './orrery.page';

test('the palette runs commands, selects actors and opens scenarios', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=10s');
  const field = page.getByRole('combobox', { name: 'What to do or where to go' });
  await orrery.press('Control+k');
  await field.fill('to the end');
  await field.press('Enter');
  await expect(field).toHaveCount(0);
  await expect.poll(() => orrery.time()).toBe(90_000_000);
  await orrery.press('Control+k');
  await field.fill('kube-apiserver-b');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect.poll(async () => (await orrery.view()).get('sel')).toContain('kube-apiserver-b');
  await orrery.press('Control+k');
  await field.fill('slow-hook');
  await field.press('Enter');
  await expect(page).toHaveURL(/library\/slow-hook/);
});
