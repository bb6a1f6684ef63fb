/**
 * Reasons in Chinese. The readers of scenarios, links and files give theirs in English, as the
 * command line prints them; this says the same by pattern. `$1` is put in as it is, `@1` as words
 * that are looked up themselves. What has no pattern is a component's own words, or seldom words
 * of the YAML reader, and stays English.
 */

import { IMPORT_REASONS } from './import-reasons-zh';
import { PAGE_REASONS } from './page-reasons-zh';
import { type Pattern, pattern } from './reason-pattern';
import { SWEEP_REASONS } from './sweep-reasons-zh';
import { YAML_REASONS } from './yaml-reasons-zh';

/** What was expected or found. */
const THINGS: readonly Pattern[] = [
  pattern('nothing', '空'),
  pattern('a text', '文本'),
  pattern('a number', '数字'),
  pattern('the number (.*)', '数字 $1'),
  pattern('a whole number', '整数'),
  pattern('a whole number from (.*) to (.*)', '$1 到 $2 的整数'),
  pattern('true or false', 'true 或 false'),
  pattern('a list', '列表'),
  pattern('an empty list', '空列表'),
  pattern('a mapping', '映射'),
  pattern('a text such as ("(?:[^"\\\\]|\\\\.)*")', '文本，例如 $1'),
  pattern('a text of at (least|most) (.*) characters', '长度合适的文本（$1 $2 个字符）'),
  pattern('a list of at (least|most) (.*) entr(?:y|ies)', '长度合适的列表（$1 $2 项）'),
  pattern('a text of the form (.*)', '形如 $1 的文本'),
  pattern('a Go duration such as (\\S+), or never', 'Go 时长，例如 $1，或 never'),
  pattern('a Go duration such as (.*), not below zero', 'Go 时长，例如 $1，不能小于零'),
  pattern('a Go duration above zero such as (.*)', '大于零的 Go 时长，例如 $1'),
  pattern(
    'a Go duration or a range with its smaller end first, such as (.*)',
    'Go 时长，或小端在前的范围，例如 $1',
  ),
  pattern('a quantity above zero such as (.*)', '大于零的数量，例如 $1'),
  pattern('a regular expression', '正则表达式'),
  pattern('a condition such as (.*)', '条件，例如 $1'),
  pattern('an absolute path such as (.*)', '绝对路径，例如 $1'),
  pattern('a share from 0 to 1', '0 到 1 之间的比例'),
  pattern('a Go duration such as (\\S+)', 'Go 时长，例如 $1'),
  pattern('a post-start hook', '某个 post-start hook'),
  pattern('an etcd key that begins with "/"', '以“/”开头的 etcd 键'),
  pattern('the decoded object', '解码后的对象'),
  pattern('a date and time such as (.*)', '日期和时间，例如 $1'),
  pattern('a version from (.*) to (.*)', '$1 到 $2 之间的版本'),
  pattern(
    'a name of at most 63 lower-case letters, digits and "-", with a letter or digit at both ends',
    '最多 63 个小写字母、数字和“-”的名称，两端为字母或数字',
  ),
  pattern('one of (.*)', '下列之一：$1'),
  pattern('one document', '一个文档'),
  pattern('(\\d+), separated by "---"', '$1 个，以“---”分隔'),
  pattern('/#/s/1/\\.\\.\\. or /#/library/NAME', '/#/s/1/... 或 /#/library/NAME'),
  pattern('another component', '另一个组件'),
  pattern('exactly one of (.*)', '$1 中的恰好一个'),
  pattern('(a .*) or (.*)', '@1或@2'),
];

const REASONS: readonly Pattern[] = [
  pattern('expected field = value, found (".*")', '应为“字段 = 值”，实际为 $1'),
  ...SWEEP_REASONS,
  pattern('not modelled yet', '尚未模拟'),
  pattern('(.*): not modelled yet', '@1：尚未模拟'),
  pattern('is empty', '是空的'),
  pattern('is binary: text in UTF-8 is expected', '是二进制文件：应为 UTF-8 文本'),
  pattern('is too big: (.*) MB; at most (.*) MB are read', '太大：$1 MB；最多读取 $2 MB'),
  pattern(
    'cannot be read: is it a folder, or was it moved\\?',
    '无法读取：是文件夹，还是被移走了？',
  ),
  pattern('is one too many: at most (.*) files are read at once', '文件太多：一次最多读取 $1 个'),
  ...YAML_REASONS,
  pattern('and more syntax errors after it', '其后还有更多语法错误'),
  pattern('and more faults after these', '之后还有更多错误'),
  pattern('nested deeper than (\\d+) levels', '嵌套超过 $1 层'),
  pattern('larger than 1 MB: (\\d+) bytes, the limit is (\\d+)', '超过 1 MB：$1 字节，上限为 $2'),
  pattern('the tag (.*) is not allowed', '不允许标签 $1'),
  pattern('more than (\\d+) aliases', '别名超过 $1 个'),
  pattern('the alias (.*) has no anchor before it', '别名 $1 之前没有对应的锚点'),
  pattern('the alias (.*) contains itself', '别名 $1 包含了自己'),
  pattern('a key must be a plain text', '键必须是普通文本'),
  pattern('is given twice', '给出了两次'),
  pattern('(".*") is given twice', '$1 给出了两次'),
  pattern(
    'a %YAML directive is not allowed; the text is read as YAML 1\\.2',
    '不允许 %YAML 指令；文本按 YAML 1.2 读取',
  ),
  pattern('(\\S+) is not a number that can be stored', '$1 不是可以存储的数字'),
  pattern('the key (.*) is not allowed anywhere', '任何地方都不允许键 $1'),
  pattern('unknown field; did you mean (.*)\\?', '未知字段；是否想写 $1？'),
  pattern('unknown field', '未知字段'),
  pattern('is missing; expected (.*)', '缺失；应为@1'),
  pattern('is missing; every stored object has one', '缺失；每个存储的对象都有'),
  pattern(
    'expected (.*), found (.*); is it from a newer program\\?',
    '应为 $1，实际为 $2；是否来自更新的程序？',
  ),
  pattern('expected (.*), found (.*)', '应为@1，实际为@2'),
  pattern('expected one of (.*)', '应为下列之一：$1'),
  pattern('(.*) is not allowed here', '这里不允许@1'),
  pattern('has both flags and manifest; give one of them', '同时有 flags 和 manifest；只给其一'),
  pattern('(".*") is the name of something else', '$1 已是别的东西的名称'),
  pattern('(".*") is already the name of (.*)', '$1 已是 $2 的名称'),
  pattern('no process is called (.*); there is none', '没有叫 $1 的进程；一个进程也没有'),
  pattern('no process is called (.*); there are (.*)', '没有叫 $1 的进程；现有 $2'),
  pattern('no process is called (.*); did you mean (.*)\\?', '没有叫 $1 的进程；是否想写 $2？'),
  pattern(
    'no expectation is called (.*); did you mean (.*)\\?',
    '没有叫 $1 的 expectation；是否想写 $2？',
  ),
  pattern('no expectation is called (.*)', '没有叫 $1 的 expectation'),
  pattern('needs (\\d+) to (\\d+) answers, found (\\d+)', '需要 $1 到 $2 个答案，但有 $3 个'),
  pattern(
    'nothing tells the right answer; give right, or expect with an answer',
    '无法得知正确答案；请给出 right，或在答案里给出 expect',
  ),
  pattern(
    'the run tells, by expect; leave one of them out',
    '已由运行通过 expect 给出答案；两者只能保留其一',
  ),
  pattern('there are (\\d+) answers, counted from 0', '共有 $1 个答案，从 0 开始计数'),
  pattern('is missing; an answer that may be wrong says why', '缺失；可能是错的答案要说明理由'),
  pattern('has no verb; expected one of (.*)', '没有动词；应为下列之一：$1'),
  pattern(
    'a step has exactly one verb, found (.*); write a step for each',
    '一步恰有一个动词，实际有 $1；请分别写成一步',
  ),
  pattern('(.*) cannot be undone, so it has no "for"', '$1 不能撤销，所以没有 “for”'),
  pattern('cannot be undone, so it has no "for"', '不能撤销，所以没有 “for”'),
  pattern(
    '(.*) does not go through an API server, so it has no (.*)',
    '$1 不经过 API server，所以没有 $2',
  ),
  pattern('needs exactly one of (.*), found none', '$1 中必须恰有一个，实际一个也没有'),
  pattern('needs exactly one of (.*), found (.*)', '$1 中必须恰有一个，实际有 $2'),
  pattern('has a meaning only with (.*)', '只有与 $1 一起才有意义'),
  pattern('is after until \\((.*)\\)', '晚于 until（$1）'),
  pattern(
    'is written in a way that can only be edited in the text, such as by an alias',
    '这种写法只能在文本中修改，例如用了别名',
  ),
  pattern('expected exactly one of (.*)', '应恰有其一：$1'),
  pattern('it has (\\d+) characters; at most (\\d+) are read', '有 $1 个字符；最多读取 $2 个'),
  pattern('its content is larger than 1 MB when unpacked', '解压后的内容超过 1 MB'),
  pattern(
    'its content is not base64url; was a part of it cut off or changed\\?',
    '内容不是 base64url；是否有一部分被截断或改动？',
  ),
  pattern(
    'its content cannot be unpacked; was a part of it cut off or changed\\?',
    '内容无法解压；是否有一部分被截断或改动？',
  ),
  pattern('its content is not JSON', '内容不是 JSON'),
  pattern('it has no content', '没有内容'),
  pattern(
    'no scenario of the library is called (.*); did you mean (.*)\\?',
    '库中没有叫 $1 的场景；是否想写 $2？',
  ),
  pattern('no scenario of the library is called (.*)', '库中没有叫 $1 的场景'),
  pattern('there is no run yet', '还没有运行'),
  pattern(
    'the link would have (\\d+) characters, more than (\\d+); save the scenario to a file',
    '链接会有 $1 个字符，超过 $2 个；请把场景保存为文件',
  ),
  pattern(
    'the scenario has (\\d+) bytes, more than 1 MB; save it to a file',
    '场景有 $1 字节，超过 1 MB；请保存为文件',
  ),
  ...IMPORT_REASONS,
  // What a trace's reader says.
  pattern('not JSON', '不是 JSON'),
  pattern('not JSON: (.*)', '不是 JSON：$1'),
  pattern('a record is an object', '记录应为对象'),
  pattern('unknown kind (.*)', '未知的种类 $1'),
  pattern('t: whole microseconds expected', 't：应为整数微秒'),
  pattern('cause (.*) is not an earlier record', '起因 $1 不是更早的记录'),
  pattern('seq (.*) where (.*) was expected', 'seq 为 $1，应为 $2'),
  pattern(
    't (.*) is before (.*), the time of the record before it',
    't $1 早于上一条记录的时间 $2',
  ),
  pattern('(\\S+) without (\\S+)', '$1 缺少 $2'),
  ...PAGE_REASONS,
];

function lookUp(text: string, patterns: readonly Pattern[]): string | undefined {
  for (const [english, chinese] of patterns) {
    const found = english.exec(text);
    if (found === null) continue;
    return chinese.replace(/([$@])(\d)/g, (_, sign: string, place: string, at: number) => {
      const part = found[Number(place)] ?? '';
      if (sign === '$') return part;
      const words = lookUp(part, THINGS) ?? lookUp(part, REASONS) ?? part;
      return WIDE_MARK.test(chinese.charAt(at - 1)) ? words : spaced(words);
    });
  }
  return undefined;
}

/** Marks that bring their room with them. */
const WIDE_MARK = /[：，；。、]/;

/** A space before Latin letters, none before Chinese signs. */
const spaced = (text: string): string => (/^[\x21-\x7e]/.test(text) ? ` ${text}` : text);

/** @returns undefined for words that are not ours. */
export function reasonInChinese(reason: string): string | undefined {
  return lookUp(reason, REASONS)?.trim();
}
