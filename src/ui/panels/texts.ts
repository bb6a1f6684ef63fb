import { defineTexts } from '../i18n';

export const inspectorTexts = defineTexts(
  {
    inspector: 'Inspector',
    server: 'API server',
    loading: 'Loading …',
    'not-here': '{process} has nothing for the tab {tab}',
    'not-here-run': 'This run has nothing for the tab {tab} yet',
    about: 'It is about {what}.',
    'choose-one': 'Choose one:',
    'select-process': 'Select {process}',
  },
  {
    inspector: '检查器',
    server: 'API server',
    loading: '正在载入……',
    'not-here': '{process} 没有“{tab}”这一标签的内容',
    'not-here-run': '这次运行目前没有“{tab}”这一标签的内容',
    about: '它说的是{what}。',
    'choose-one': '请选择一个：',
    'select-process': '选中 {process}',
  },
);
