import { describe, expect, it } from 'vitest';
import {
  defineTexts,
  inAList,
  inARow,
  inClauses,
  localText,
  namesInAList,
  placeholdersOf,
  pseudoText,
  type Texts,
  translator,
  withKey,
  withTitle,
} from './texts';

/** Every `...texts.ts` of the page; what it exports with `en` and `zh` is a table of texts. */
const modules = import.meta.glob<Record<string, unknown>>('../**/*texts.ts', { eager: true });
const tables = Object.entries(modules).flatMap(([file, exports]) =>
  Object.entries(exports)
    .filter((entry): entry is [string, Texts<Record<string, string>>] => isTable(entry[1]))
    .map(([name, table]) => [`${file} ${name}`, table] as const),
);

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'en' in value && 'zh' in value;
}

/** Texts that count what is always more than one, or that stand in a fraction: `3/7 hooks`. */
const ALWAYS_MANY = [
  ...['clash', 'fold', 'records', 'records-so-far', 'invariants', 'records-here', 'next-change'],
  ...['buffer', 'hooksDone', 'hooks', 'progress', 'stopped', 'samples'],
  ...['sweep-running', 'sweep-stopped', 'sweep-column', 'sweep-ended', 'sweep-unbegun'],
];
const COUNTED = /\{(?:count|all|total|seeds)\} [a-z]+s\b/;

describe.each(tables)('%s', (_name, { en, zh }) => {
  it('has the same keys in both languages', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it('has the same placeholders in both languages', () => {
    const different = Object.keys(en).filter(
      (key) => placeholdersOf(en[key]).join() !== placeholdersOf(zh[key]).join(),
    );
    expect(different).toEqual([]);
  });

  it('has the marks of Chinese: six dots, and no space beside a wide mark', () => {
    const odd = Object.values(zh).filter((text) =>
      /[。，、；：？！] (?=\S)|(?<!…)…(?!…)| …/.test(text),
    );
    expect(odd).toEqual([]);
  });

  it('has wide marks and brackets beside Chinese, and a space beside Latin', () => {
    const odd = Object.values(zh).filter((text) =>
      /\p{Script=Han}(?:[,;:?!]| ?\(|[A-Za-z\d])|(?:[,;?!]|\) ?|[A-Za-z\d%])\p{Script=Han}/u.test(
        text,
      ),
    );
    expect(odd).toEqual([]);
  });

  it('has a form for one of what it counts', () => {
    const hasOne = (key: string): boolean => `${key.replace(/-many$/, '')}-one` in en;
    const plural = Object.keys(en).filter((key) => COUNTED.test(en[key]) && !hasOne(key));
    expect(plural.filter((key) => !ALWAYS_MANY.includes(key))).toEqual([]);
  });

  it('leaves no text empty', () => {
    const empty = Object.keys(en).filter((key) => en[key].trim() === '' || zh[key].trim() === '');
    expect(empty).toEqual([]);
  });
});

describe('text of a scenario', () => {
  it('has no end of line between a number and its unit', () => {
    const text = {
      en: 'At 90 s two come, 3 servers in 2 min.',
      zh: '第 90 秒来了 2 个，过 5 毫秒。',
    };
    expect(localText(text, 'en')).toBe('At 90\u00a0s two come, 3 servers in 2\u00a0min.');
    expect(localText(text, 'zh')).toBe('第 90\u00a0秒来了 2 个，过 5\u00a0毫秒。');
  });

  it('has its sentences in a row, with a space in English only', () => {
    expect(inARow(['One.', 'Two.'], 'en')).toBe('One. Two.');
    expect(inARow(['一。', '二。'], 'zh')).toBe('一。二。');
    expect(inAList(['a in 2 s', 'b'], 'en')).toBe('a in 2 s, b');
    expect(inAList(['a，2 s 后', 'b'], 'zh')).toBe('a，2 s 后；b');
    expect(namesInAList(['a', 'b'], 'en')).toBe('a, b');
    expect(namesInAList(['a', 'b'], 'zh')).toBe('a、b');
    expect(inClauses(['a', 'ready'], 'en')).toBe('a, ready');
    expect(inClauses(['a', '就绪'], 'zh')).toBe('a，就绪');
    expect(withTitle('Compare', 'seed', 'en')).toBe('Compare: seed');
    expect(withTitle('比较', '种子', 'zh')).toBe('比较：种子');
    expect(withKey('Export', 'X', 'en')).toBe('Export (X)');
    expect(withKey('导出', 'X', 'zh')).toBe('导出（X）');
  });
});

describe('translator', () => {
  const texts = defineTexts(
    { left: '{time} left', plain: 'play' },
    { left: '还剩 {time}', plain: '播放' },
  );

  it('fills placeholders in the chosen language', () => {
    expect(translator(texts, { language: 'en' })('left', { time: '3 s' })).toBe('3 s left');
    expect(translator(texts, { language: 'zh' })('left', { time: '3 s' })).toBe('还剩 3 s');
  });

  it('has a space beside a Latin value in Chinese, and none beside a Chinese one', () => {
    const pinned = defineTexts(
      { pin: 'Pin {name} at the top', both: '{a} {name}' },
      { pin: '把 {name} 固定在顶部', both: '{a} {name}' },
    );
    const t = translator(pinned, { language: 'zh' });
    expect(t('pin', { name: 'etcd' })).toBe('把 etcd 固定在顶部');
    expect(t('pin', { name: '模拟' })).toBe('把模拟固定在顶部');
    expect(t('pin', { name: 'etcd 的键' })).toBe('把 etcd 的键固定在顶部');
    expect(t('both', { a: '甲', name: '乙' })).toBe('甲 乙');
    const english = translator(pinned, { language: 'en' });
    expect(english('pin', { name: '模拟' })).toBe('Pin 模拟 at the top');
  });

  it('keeps values that look like placeholders or patterns as they are', () => {
    const t = translator(texts, { language: 'en' });
    expect(t('left', { time: '$& {plain}' })).toBe('$& {plain} left');
  });

  it('marks every text in the made-up language', () => {
    expect(translator(texts, { language: 'en', pseudo: true })('plain')).toBe('[pláy~~]');
    expect(pseudoText('abc')).toBe('[ábc~]');
  });
});
