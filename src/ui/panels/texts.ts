import { defineTexts } from '../i18n';

export const inspectorTexts = defineTexts(
  { inspector: 'Inspector', server: 'API server', loading: 'Loading …' },
  { inspector: '检查器', server: 'API server', loading: '正在载入……' },
);
