import { defineTexts } from '../i18n';

export const openingTexts = defineTexts(
  {
    open: 'Open files …',
    'open-hint': 'Open files, or drop them anywhere ({key})',
    'open-what':
      'Static pod manifests of a control plane, kubectl get -o yaml, a scenario, or a trace. ' +
      'Drop them anywhere on the page, paste them, or choose them.',
    'drop-title': 'Drop to open',
    'drop-text':
      'Static pod manifests of a control plane, kubectl get -o yaml, a scenario, or a trace',
    opening: 'Reading the files …',
    pasted: 'pasted text',
    'opened-one': '{file} was opened',
    report: 'What was opened',
    trace: 'trace',
    'trace-hint':
      'An exported trace: it can be looked at, not changed, because it holds no scenario',
  },
  {
    open: '打开文件……',
    'open-hint': '打开文件，或拖放到页面任意位置（{key}）',
    'open-what':
      '控制平面的静态 Pod 清单、kubectl get -o yaml 的输出、场景或轨迹。' +
      '拖放到页面任意位置、粘贴或选择文件都可以。',
    'drop-title': '松开即可打开',
    'drop-text': '控制平面的静态 Pod 清单、kubectl get -o yaml 的输出、场景或轨迹',
    opening: '正在读取文件……',
    pasted: '粘贴的文本',
    'opened-one': '已打开 {file}',
    report: '打开了什么',
    trace: '轨迹',
    'trace-hint': '导出的轨迹：可以查看，不能改动，因为其中没有场景',
  },
);
