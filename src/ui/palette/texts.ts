import { defineTexts } from '../i18n';

export const paletteTexts = defineTexts(
  {
    title: 'Commands, actors, scenarios',
    field: 'What to do or where to go',
    none: 'Nothing has all of these words.',
    command: 'command',
    actor: 'actor',
    scenario: 'scenario',
  },
  {
    title: '命令、执行者、场景',
    field: '做什么，或去哪里',
    none: '没有哪一项同时含有这些词。',
    command: '命令',
    actor: '执行者',
    scenario: '场景',
  },
);
