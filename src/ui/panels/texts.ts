import { defineTexts } from '../i18n';

export const inspectorTexts = defineTexts(
  { inspector: 'Inspector', loading: 'Loading …' },
  { inspector: '检查器', loading: '正在载入……' },
);
