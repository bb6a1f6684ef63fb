import { defineTexts } from '../i18n';

export const searchTexts = defineTexts(
  {
    search: 'Search records',
    hint: 'actor, kind, object, reason, any text',
    'no-hit': 'No record has all of “{query}”.',
    searching: 'searching, {count} so far',
    count: 'hits: {count}',
    place: 'hit {place} of {count}',
    next: 'Next hit (Enter)',
    previous: 'Previous hit (Shift Enter)',
    close: 'Close the search (Escape)',
  },
  {
    search: '搜索记录',
    hint: '执行者、类型、对象、原因或任何文字',
    'no-hit': '没有记录同时含有“{query}”。',
    searching: '正在搜索，目前 {count} 条',
    count: '{count} 条命中',
    place: '{count} 条命中中的第 {place} 条',
    next: '下一条命中（Enter）',
    previous: '上一条命中（Shift Enter）',
    close: '关闭搜索（Escape）',
  },
);
