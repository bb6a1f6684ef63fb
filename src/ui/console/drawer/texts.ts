import { defineTexts } from '../../i18n';

/** What the page needs of the console before it is loaded. */
export const drawerTexts = defineTexts(
  {
    console: 'Console',
    open: 'Console: kubectl of this cluster ({key})',
    height: 'Height of the console',
    loading: 'The console is on its way …',
  },
  {
    console: '控制台',
    open: '控制台：这个集群的 kubectl（{key}）',
    height: '控制台高度',
    loading: '正在载入控制台……',
  },
);
