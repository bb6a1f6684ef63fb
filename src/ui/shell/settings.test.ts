import { expect, it } from 'vitest';
import { linkLanguage } from './settings';

it.each([
  ['?lang=zh', '#/library/ha-startup', 'zh'],
  ['?lang=zh', '#/library/ha-startup?t=3s&lang=en', 'en'],
  ['', '#/library/ha-startup?lang=zh', 'zh'],
  ['?theme=dark', '', undefined],
])('takes the language from %s%s', (search, hash, language) => {
  expect(linkLanguage({ search, hash })).toBe(language);
});
