import { defineTexts } from '../../i18n';

export const whyTexts = defineTexts(
  {
    question: 'Why this?',
    follow: 'Follow the write behind it',
    unselected: 'Nothing is selected; this is the latest record of this moment.',
    steps: 'It goes back to',
    because: 'Because, step by step back',
    more: '{count} more',
    'chain-end-step': 'Here the chain ends: a step of the timeline.',
    'chain-end-start': 'Here the chain ends: the start of the run.',
    effects: 'What came of it',
    'effects-none': 'Nothing in this run came of it.',
    'effects-silence':
      'No record names this end as its cause. What comes of it is what it no longer does: a ' +
      'lease that it held runs out, and so does what others wait for.',
    'not-yet': 'This is its newest write at the playhead: nothing later has changed it yet.',
    'next-write': 'Written next at {time}.',
    'last-write': 'This is its last write: nothing changes it again in this run.',
    idle: 'And why nothing else happened',
    nothing: 'Nothing has happened yet',
    'nothing-text': 'Press play, or move the playhead on.',
    raw: 'The record itself',
    also: 'Also needed',
  },
  {
    question: '为什么会这样？',
    follow: '跟踪它背后的那次写入',
    unselected: '没有选中任何东西；这是此刻最新的一条记录。',
    steps: '归根结底来自',
    because: '因为，一步步往回看',
    more: '再看 {count} 条',
    'chain-end-step': '因果链到此为止：时间线上的一步。',
    'chain-end-start': '因果链到此为止：运行的开始。',
    effects: '由它引起的',
    'effects-none': '本次运行中没有由它引起的事。',
    'effects-silence':
      '没有记录以这次退出为原因。它的后果是它不再做的事：它持有的租约会到期，别人等待的也会超时。',
    'not-yet': '这是播放头处它最新的一次写入：此后还没有什么改动过它。',
    'next-write': '下一次写入在 {time}。',
    'last-write': '这是它的最后一次写入：本次运行中不再有什么改动它。',
    idle: '以及为什么没有发生别的',
    nothing: '还什么都没有发生',
    'nothing-text': '按播放，或把播放头往后移。',
    raw: '记录本身',
    also: '还需要',
  },
);
