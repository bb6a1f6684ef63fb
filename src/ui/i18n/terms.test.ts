import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What the glossary says otherwise, and its own word. Names of fields stay as they are. */
const REFUSED: readonly (readonly [form: RegExp, word: string])[] = [
  [alone('master leases?'), '主节点租约'],
  [alone('(?<!（master )leases?'), '租约'],
  [alone('revisions?(?! has)'), '修订号'],
  [alone('(?<!bootstrap )controllers?(?! manager)'), '控制器'],
  [alone('actors?'), '执行者'],
  [alone('leader'), '领导者'],
  [alone('nodes?'), '节点'],
  [alone('reconcile'), '调谐'],
  [alone('trace'), '轨迹'],
  [alone('playhead'), '播放头'],
  [/(?<!健康检查)端点/, 'endpoints'],
  [/命名空间|名字空间/, 'Namespace'],
  [/(?<![\w./:'-])namespaces?(?![\w/:-])(?! 控制器| 也会)/, 'Namespace'],
  [/控制器管理器/, 'controller manager'],
  [/调度器/, 'scheduler'],
  [/服务器/, 'server'],
  [/钩子/, 'hook'],
  [/书签/, 'bookmark'],
  [/重新同步/, 'resync'],
  [/[Ww]atch 缓存/, 'watch cache'],
  [/(?<!开始|在|server )监听(?!端口|的地址)/, 'watch'],
  [/不变量/, '不变式'],
  [/期望|期待/, '预期'],
  [/个决定$|作出决定|所作的决定|^决定(?: \{count\})?$/, '决策'],
  [/剧本|情景/, '场景'],
  [/游标/, '播放头'],
  [/属主对象|所有者|拥有者/, '属主'],
];

function alone(word: string): RegExp {
  return new RegExp(`(?<![\\w./:{（-])(?:${word})(?![\\w}/-]|:)`);
}

const SOURCE = new URL('../../', import.meta.url).pathname;
const CHINESE = /[\u4e00-\u9fff]/;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /\.(?:tsx?|yaml)$/.test(name) &&
    !/\.test\.|(?:^|\/)(?:fixture|example)-|^(?:tools|protocol)\//.test(name),
);

/** The Chinese of a line: what is quoted in code, what follows the key in a scenario. */
function chineseOf(name: string, line: string): string[] {
  if (!CHINESE.test(line)) return [];
  if (name.endsWith('.yaml')) return [line.replace(/^\s*(?:- )?(?:zh: )?"?|\\$/g, '')];
  const quoted = line.matchAll(/'((?:[^'\\]|\\.)*)'|`([^`]*)`|"([^"]*)"/g);
  return [...quoted]
    .map(([, single, tick, double]) => single ?? tick ?? double)
    .filter((text) => CHINESE.test(text));
}

const texts = files.flatMap((name) =>
  readFileSync(join(SOURCE, name), 'utf8')
    .split('\n')
    .flatMap((line, place) =>
      chineseOf(name, line).map((text) => ({ where: `${name}:${place + 1}`, text })),
    ),
);

it('finds the Chinese words of page, model and library', () => {
  const roots = new Set(texts.map(({ where }) => where.split('/')[0]));
  expect([...roots]).toEqual(expect.arrayContaining(['kube', 'library', 'ui']));
  expect(texts.length).toBeGreaterThan(2000);
});

it.each(REFUSED.map(([form, word]) => [word, form] as const))(
  'Chinese says %s as the glossary, not %s',
  (word, form) => {
    const wrong = texts.filter(({ text }) => form.test(text));
    expect(wrong.map(({ where, text }) => `${where} ${text}: say ${word}`)).toEqual([]);
  },
);
