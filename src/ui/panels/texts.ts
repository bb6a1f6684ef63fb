import { defineTexts } from '../i18n';

export const inspectorTexts = defineTexts({ inspector: 'Inspector' }, { inspector: '检查器' });
