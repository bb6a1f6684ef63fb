import { defineTexts } from '../../i18n';

export const whyTexts = defineTexts(
  {
    question: 'Why this?',
    unselected: 'Nothing is selected; this is the latest record of this moment.',
    because: 'Because, step by step back',
    more: '{count} more',
    'chain-end-step': 'Here the chain ends: a step of the timeline.',
    'chain-end-start': 'Here the chain ends: the start of the run.',
    effects: 'What came of it',
    'effects-none': 'Nothing in this run came of it.',
    idle: 'And why nothing else happened',
    nothing: 'Nothing has happened yet',
    'nothing-text': 'Press play, or move the playhead on.',
    raw: 'The record itself',
    also: 'Also needed',
  },
  {
    question: '为什么会这样？',
    unselected: '没有选中任何东西；这是此刻最新的一条记录。',
    because: '因为，一步步往回看',
    more: '再看 {count} 条',
    'chain-end-step': '因果链到此为止：时间线上的一步。',
    'chain-end-start': '因果链到此为止：运行的开始。',
    effects: '由它引起的',
    'effects-none': '本次运行中没有由它引起的事。',
    idle: '以及为什么没有发生别的',
    nothing: '还什么都没有发生',
    'nothing-text': '按播放，或把播放头往后移。',
    raw: '记录本身',
    also: '还需要',
  },
);
