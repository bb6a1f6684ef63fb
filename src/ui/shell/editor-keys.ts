import type { PanelKeys } from '../panels/panel';

/** Keys that work inside the editor's text, for the help sheet. */
export const EDITOR_KEYS: readonly PanelKeys[] = [
  { keys: ['Ctrl Enter'], text: { en: 'Run what is written', zh: '按所写的运行' } },
  { keys: ['Ctrl Space'], text: { en: 'What may stand here', zh: '此处可以写什么' } },
  { keys: ['F1'], text: { en: 'Explain the field', zh: '说明该字段' } },
  { keys: ['F8', 'Shift F8'], text: { en: 'Next or previous fault', zh: '下一处或上一处错误' } },
  { keys: ['Ctrl F'], text: { en: 'Search and replace', zh: '查找与替换' } },
  { keys: ['Shift Alt F'], text: { en: 'Format', zh: '整理格式' } },
  { keys: ['Alt ↑', 'Alt ↓'], text: { en: 'Change the number here', zh: '改变此处的数字' } },
  { keys: ['Ctrl ]', 'Ctrl ['], text: { en: 'Indent, or less', zh: '增加或减少缩进' } },
  {
    keys: ['Tab', 'Esc'],
    text: {
      en: 'Leave the text; Esc again closes the editor',
      zh: '离开文本；再按 Esc 关闭编辑器',
    },
  },
];
