import { defineTexts } from '../i18n';

export const offlineTexts = defineTexts(
  {
    newer: 'A newer version of Kube Orrery is ready. Reloading opens this run again, in every tab.',
    reload: 'Reload',
    later: 'Later',
  },
  {
    newer: 'Kube Orrery 有新版本。重新加载会在所有标签页中再次打开当前运行。',
    reload: '重新加载',
    later: '以后再说',
  },
);
