import { expect, test } from './orrery.page';

/** What the policy must allow, directive by directive. Anything more would be seen here. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types orrery',
];

test('the page says what it may load, and comes with what other sites show of it', async ({
  page,
}) => {
  await page.goto('./');
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', POLICY.join('; '));
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const size = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address ?? '';
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, picture);
  expect(size).toEqual([1_200, 630]);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    const read = await (await fetch(link?.href ?? '')).json();
    const found = await Promise.all(
      read.icons.map(async ({ src }: { src: string }) => (await fetch(src)).status),
    );
    return { name: read.name, found };
  });
  expect(manifest).toEqual({ name: 'Kube Orrery', found: [200, 200, 200, 200] });
});

const BREACHES = {
  'a style in the page': () => document.body.setAttribute('style', 'color: red'),
  'a script in the page': () => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "breached"';
    document.head.append(script);
  },
  'text that becomes markup': () => {
    document.body.innerHTML = '<p>breached</p>';
  },
  'an address that becomes a script': () => {
    new Worker('./worker.js');
  },
  'another trusted policy': () => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void };
    };
    trustedTypes.createPolicy('mine', {});
  },
  'a picture from elsewhere': () => {
    new Image().src = 'https://example.org/pixel.png';
  },
};

for (const [name, breach] of Object.entries(BREACHES)) {
  // The guard of all page tests sees a breach after the test; this one must then have failed.
  test(`${name} fails a test`, async ({ page }) => {
    test.fail();
    await page.goto('./');
    const seen = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve)),
    );
    // Some are refused with an error, too; what must be seen is the breach.
    await page.evaluate(breach).catch(() => {});
    await seen;
    await expect(page).toHaveTitle('Kube Orrery');
  });
}
