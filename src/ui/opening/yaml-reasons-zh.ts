/** What the reader of YAML says of a text that is none, in Chinese. */
import { type Pattern, pattern } from './reason-pattern';

/** Parts of a text, as the reader names them within a sentence. */
const PLACES: readonly Pattern[] = [
  pattern('[Ff]low map', '流式映射'),
  pattern('[Ff]low sequence', '流式列表'),
  pattern('block-map', '块映射'),
  pattern('block-seq', '块列表'),
];

export const YAML_REASONS: readonly Pattern[] = [
  ...PLACES,
  pattern('not valid YAML: (.*)', '不是有效的 YAML：@1'),
  pattern('Implicit keys need to be on a single line', '键必须写在一行之内'),
  pattern(
    'Implicit keys of flow sequence pairs need to be on a single line',
    '流式列表中的键必须写在一行之内',
  ),
  pattern('Implicit map keys need to be followed by map values', '键的后面必须有冒号和值'),
  pattern('Nested mappings are not allowed in compact mappings', '一行之内不能再嵌套映射'),
  pattern('A block sequence may not be used as an implicit map key', '块列表不能用作键'),
  pattern('Map keys must be unique', '键不能重复'),
  pattern('All mapping items must start at the same column', '同一映射的各项必须从同一列开始'),
  pattern('All sequence items must start at the same column', '同一列表的各项必须从同一列开始'),
  pattern('Sequence item without - indicator', '列表项缺少 “-”'),
  pattern('Tabs are not allowed as indentation', '不能用制表符缩进'),
  pattern('Missing closing (["\'])quote', '缺少结尾的引号 $1'),
  pattern('Missing space after : in (.*)', '@1中冒号之后缺少空格'),
  pattern('Missing , or : between (.*) items', '@1的各项之间缺少逗号或冒号'),
  pattern('Missing , between (.*) items', '@1的各项之间缺少逗号'),
  pattern('Unexpected , in (.*)', '@1中多了一个逗号'),
  pattern('Unexpected empty item in (.*)', '@1中有空的一项'),
  pattern('Invalid escape sequence (.*)', '无效的转义序列 $1'),
  pattern('Plain value cannot start with (.*)', '不带引号的值不能以 $1 开头'),
  pattern('Unresolved tag: (.*)', '无法识别的标签：$1'),
  pattern('Unresolved alias \\(.*\\): (.*)', '找不到别名：$1'),
  pattern(
    'Comments must be separated from other tokens by white space characters',
    '注释之前必须有空白',
  ),
  pattern(
    '(Flow .*) in block collection must be sufficiently indented and end with a (.)',
    '@1必须有足够的缩进，并以 $2 结尾',
  ),
  pattern('(Flow .*) must end with a (.)', '@1必须以 $2 结尾'),
];
