/** Chinese words for what the page itself says of links, conditions and runs that ended. */
import { type Pattern, pattern } from './reason-pattern';

export const PAGE_REASONS: readonly Pattern[] = [
  pattern('no scenario (.*)', '没有场景 $1'),
  pattern('longer than (\\d+) characters', '超过 $1 个字符'),
  pattern('no record has a field (".*")', '没有记录带有字段 $1'),
  pattern('no record is of kind (".*")', '没有种类为 $1 的记录'),
  // What ends a run, a file or a picture.
  pattern('the worker could not be started', '无法启动 worker'),
  pattern('the worker has said nothing for (\\d+) s', 'worker 已有 $1 秒没有消息'),
  pattern('worker speaks version (.*), page (.*)', 'worker 的版本为 $1，页面的版本为 $2'),
  pattern('the picture is too large for this browser', '图片对这个浏览器来说太大'),
  pattern('this browser gives no 2d drawing context', '这个浏览器不提供 2d 绘图'),
  pattern('(spec\\S*|metadata\\S*): (.*)', '$1：@2'),
  // A manifest typed into the console: kubectl's words, and within them the reader's own.
  pattern('(error: error parsing STDIN: .* yaml:(?: line \\d+:)?) (.*)', '$1@2'),
];
