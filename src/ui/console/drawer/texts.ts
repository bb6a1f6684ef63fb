import { defineTexts } from '../../i18n';

/** What the page needs of the console before it is loaded. */
export const drawerTexts = defineTexts(
  {
    console: 'Console',
    open: 'Console: kubectl of this cluster ({key})',
    height: 'Height of the console',
  },
  {
    console: '控制台',
    open: '控制台：这个集群的 kubectl（{key}）',
    height: '控制台高度',
  },
);
