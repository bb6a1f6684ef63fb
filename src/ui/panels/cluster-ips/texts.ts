import { defineTexts } from '../../i18n';

export const clusterIpsTexts = defineTexts(
  {
    title: 'Cluster IPs',
    primary: 'primary',
    secondary: 'secondary',
    none: 'No range is stored yet',
    'none-text': 'The first repair pass of an API server makes it, as part of its start.',
    'none-cidr': 'The controller of the default ServiceCIDR makes it, as part of the start.',
    cidrs: 'ServiceCIDRs',
    'to-create': 'To the write that stored it',
    'no-condition': 'no condition yet',
    terminating: 'being deleted',
    since: 'since {time}',
  },
  {
    title: 'Cluster IP',
    primary: '主范围',
    secondary: '次范围',
    none: '还没有存储范围',
    'none-text': 'API server 启动时的第一次修复会创建它。',
    'none-cidr': '启动时由默认 ServiceCIDR 的控制器创建它。',
    cidrs: '所有 ServiceCIDR',
    'to-create': '到存储它的那次写入',
    'no-condition': '还没有状况',
    terminating: '正在删除',
    since: '自 {time}',
  },
);
