import { defineTexts } from '../i18n';

export const breakpointTexts = defineTexts(
  {
    title: 'Breakpoints',
    hint: 'kind = response and code = 409',
    add: 'Add a breakpoint',
    stopped: 'Stopped at {when}: {sentence}',
    none: 'The playhead stands on no breakpoint.',
    ours: 'of the scenario',
    remove: 'Remove {when}',
    close: 'Close (the breakpoints stay)',
  },
  {
    title: '断点',
    hint: 'kind = response and code = 409',
    add: '添加断点',
    stopped: '停在 {when}：{sentence}',
    none: '播放头不在断点上。',
    ours: '来自场景',
    remove: '去掉 {when}',
    close: '关闭（断点仍在）',
  },
);
