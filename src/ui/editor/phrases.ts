/** What the text editor says by itself, in Chinese; its English is the library's. */
import type { Language } from '../stores';

const CHINESE: Readonly<Record<string, string>> = {
  'Control character': '控制字符',
  'Selection deleted': '已删除所选内容',
  Completions: '补全',
  Diagnostics: '错误列表',
  'No diagnostics': '没有错误',
  'Go to line': '跳到行',
  go: '跳转',
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  regexp: '正则表达式',
  'by word': '整词',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'on line': '位于第',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处匹配',
  'Folded lines': '已折叠行',
  'Unfolded lines': '已展开行',
  'folded code': '折叠的内容',
  unfold: '展开',
  'Fold line': '折叠此行',
  'Unfold line': '展开此行',
  to: '到',
};

/** Phrases of the library in a language; the keys are its English. */
export const phrasesIn = (language: Language): Record<string, string> =>
  language === 'zh' ? CHINESE : {};
