/** What the reader of a sweep says, in Chinese. */
import { type Pattern, pattern } from './reason-pattern';

export const SWEEP_REASONS: readonly Pattern[] = [
  // What a sweep says; a value that is refused comes with the field that refuses it.
  pattern('sweep: (.*)', '@1'),
  pattern('(spec\\S*): with ([^:]+): (.*)', '$1 取值 $2 时：@3'),
  pattern('with ([^:]+): (.*)', '取值 $1 时：@2'),
  pattern(
    'expected WHERE:--FLAG=V1,V2 or FIELD=V1,V2, found (".*")',
    '应写成 WHERE:--FLAG=V1,V2 或 FIELD=V1,V2，实际为 $1',
  ),
  pattern('a value is empty; expected V1,V2', '有一个值是空的；应写成 V1,V2'),
  pattern('(\\d+) values are more than (\\d+)', '$1 个值太多，最多 $2 个'),
  pattern('the value (".*") stands there twice', '值 $1 出现了两次'),
  pattern('(.*) is no field of the spec, such as (.*)', '$1 不是 spec 的字段，例如 $2'),
  pattern(
    'spec\\.seed differs in any case: every value runs all seeds',
    'spec.seed 总是不同的：每个值都会运行所有种子',
  ),
  pattern(
    '(".*") is no process of the scenario and no list of them',
    '$1 既不是场景中的进程，也不是进程的列表',
  ),
  pattern('(.*) is not one value, but has fields or entries', '$1 不是单个值，它还有字段或条目'),
  // What a manifest is refused for, whose flags a sweep sets or an import reads.
  pattern(
    'expected one container that starts (\\S+), found none; there is no container',
    '应有一个启动 $1 的容器，实际一个容器也没有',
  ),
  pattern(
    'expected one container that starts (\\S+), found none; the containers are (.*)',
    '应有一个启动 $1 的容器，实际没有；容器是 $2',
  ),
  pattern(
    'expected one container that starts (\\S+), found (\\d+); the containers are (.*)',
    '应有一个启动 $1 的容器，实际有 $2 个；容器是 $3',
  ),
  pattern('the scenario has no (.*)', '场景中没有 $1'),
];
