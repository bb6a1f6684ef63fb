import { deflateRawSync } from 'node:zlib';
import { expect, test } from './orrery.page';

const code = (content: string | Buffer): string =>
  `/s/1/${deflateRawSync(content, { level: 9 }).toString('base64url')}`;

const scenario = (more: object, spec: object = {}): string =>
  JSON.stringify({
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'hostile' },
    spec: { seed: 1, until: '10s', ...spec },
    ...more,
  });

/** A link, and what the page must say of it. */
const LINKS: readonly (readonly [string, string, RegExp])[] = [
  ['is too long', `/s/1/${'A'.repeat(32_001)}`, /it has \d+ characters; at most 32000 are read/],
  [
    'is a deflate bomb',
    code(Buffer.alloc(20 << 20, ' ')),
    /its content is larger than 1 MB when unpacked/,
  ],
  ['is markup', '/s/1/%3Cscript%3E', /its content is not base64url/],
  ['cannot be unpacked', '/s/1/AAAAAAAA', /its content cannot be unpacked/],
  ['is no JSON', code('kind: Scenario'), /its content is not JSON/],
  ['has nothing in it', '/s/1/', /it has no content/],
  ['is of another coding', '/s/2/AAAA', /expected coding version 1, found "2"/],
  ['leads nowhere', '/teapot', /expected \/#\/s\/1\/\.\.\. or \/#\/library\/NAME/],
  ['names nothing of the library', '/library/ha-startap', /no scenario of the library is called/],
  ['reaches out of the library', '/library/../../etc', /no scenario of the library is called/],
  [
    'has the wrong kind of document',
    code(JSON.stringify({ apiVersion: 'v1', kind: 'Pod' })),
    /kube-orrery\/v1/,
  ],
  ['has a field of the wrong type', code(scenario({}, { seed: 'many' })), /spec\.seed/],
  ['has a field that nobody knows', code(scenario({}, { onload: 'alert(1)' })), /onload/],
  [
    'has __proto__ keys',
    code(scenario({}).replace('"seed":1', '"__proto__":{"polluted":1},"seed":1')),
    /the key __proto__ is not allowed anywhere/,
  ],
  [
    'has constructor keys',
    code(scenario({}).replace('"seed":1', '"constructor":{"prototype":{"polluted":1}},"seed":1')),
    /the key constructor is not allowed anywhere/,
  ],
  [
    'is nested without end',
    code(`{"spec":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    /nested deeper than 64 levels/,
  ],
  [
    'has flags that no server knows',
    code(scenario({}, { apiServers: [{ name: 'a', flags: ['--no-such-flag=1'] }] })),
    /unknown flag: --no-such-flag/,
  ],
  [
    'has markup for a name',
    code(scenario({ metadata: { name: '<img src=x onerror=alert(1)>' } })),
    /metadata\.name/,
  ],
];

test('every one is refused in words, and the page goes on', async ({ orrery, page }) => {
  const [[, first]] = LINKS;
  await page.goto(`./#${first}`);
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('This could not be run');
  for (const [name, link, reason] of LINKS) {
    await test.step(`a link that ${name}`, async () => {
      // Nothing is left of the refusal before, so that it cannot be taken for this one.
      await orrery.turnAway('/s/1/~');
      await expect(refusal).toContainText('its content is not base64url');
      await orrery.turnAway(link);
      await expect.soft(refusal, `a link that ${name}`).toContainText(reason);
      await expect.soft(refusal).toContainText('This could not be run');
    });
  }
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  await refusal.getByRole('button', { name: /^Three API servers start/ }).click();
  await orrery.settled();
  await expect(orrery.process('kube-apiserver-a')).toBeVisible();
  await expect(refusal).toBeHidden();
});

// One that the page itself refuses, and one that the engine refuses.
for (const name of ['is a deflate bomb', 'has flags that no server knows']) {
  test(`a first visit by a link that ${name} can go on`, async ({ orrery, page }) => {
    const [, link, reason] = LINKS.find(([each]) => each === name) ?? LINKS[0];
    await page.goto(`./#${link}`);
    const refusal = page.getByRole('alert');
    await expect(refusal).toContainText(reason);
    await refusal.getByRole('button', { name: /^Three API servers start/ }).click();
    await orrery.settled();
    await expect(orrery.process('kube-apiserver-a')).toBeVisible();
    await expect(refusal).toBeHidden();
  });
}

test('a bad link does not take away the run on screen', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=30s');
  const hash = await orrery.traceHash();
  await page.evaluate(() => {
    location.hash = '/s/1/AAAAAAAA';
  });
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('its content cannot be unpacked');
  await refusal.getByRole('button', { name: 'Go on with the run on screen' }).click();
  await expect(refusal).toBeHidden();
  await expect(page.locator('[data-status="done"]')).toHaveAttribute('data-trace-hash', hash);
});

test('text of a scenario is shown as text', async ({ orrery, page }) => {
  const title = '<img src=x onerror="document.title=1"> & more';
  await orrery.open(code(scenario({ metadata: { name: 'own', title } })));
  await expect(page.getByRole('button', { name: `Scenario: ${title}` })).toBeVisible();
  await expect(page).toHaveTitle('Kube Orrery');
});
