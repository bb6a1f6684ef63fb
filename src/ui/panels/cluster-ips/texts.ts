import { defineTexts } from '../../i18n';

export const clusterIpsTexts = defineTexts(
  {
    title: 'Cluster IPs',
    primary: 'primary',
    secondary: 'secondary',
    none: 'No range is stored yet',
    'none-text': 'The first repair pass of an API server makes it, as part of its start.',
  },
  {
    title: 'Cluster IP',
    primary: '主范围',
    secondary: '次范围',
    none: '还没有存储范围',
    'none-text': 'API server 启动时的第一次修复会创建它。',
  },
);
