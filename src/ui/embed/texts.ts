import { defineTexts } from '../i18n';

export const embedTexts = defineTexts(
  { open: 'Open in Kube Orrery', frame: 'A run in Kube Orrery' },
  { open: '在 Kube Orrery 中打开', frame: 'Kube Orrery 中的一次运行' },
);
