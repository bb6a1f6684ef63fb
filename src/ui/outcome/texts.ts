import { defineTexts } from '../i18n';

export const outcomeTexts = defineTexts(
  {
    outcome: 'What was expected',
    held: '{held} of {all} expectations hold',
    'not-checked': '{count} no longer checked',
    holds: 'holds',
    missed: 'does not hold',
    want: 'expected',
    got: 'found',
    'dropped-title': 'No longer checked since your change',
    'dropped-text': 'They were about the future that it cut. Undo brings them back.',
    'invariants-title': 'What must hold in every run',
    breach: 'broken at {at}',
  },
  {
    outcome: '预期的结果',
    held: '{all} 项预期中 {held} 项成立',
    'not-checked': '{count} 项不再检查',
    holds: '成立',
    missed: '不成立',
    want: '预期',
    got: '实际',
    'dropped-title': '自你改动之后不再检查',
    'dropped-text': '它们说的是被截掉的那段未来。撤销可以恢复。',
    'invariants-title': '每次运行都必须成立的',
    breach: '在 {at} 被破坏',
  },
);
