import { defineTexts } from '../../i18n';

export const nodePortsTexts = defineTexts(
  {
    title: 'Node ports',
    range: 'node ports',
    none: 'No range is stored yet',
    'none-text': 'The first repair pass of an API server makes it, as part of its start.',
  },
  {
    title: 'Node port',
    range: 'node port',
    none: '还没有存储范围',
    'none-text': 'API server 启动时的第一次修复会创建它。',
  },
);
