/**
 * kubectl's command line as pure functions: what a line says. Who carries it out stands in
 * `kube/kubectl`, who shows its output in `ui/console`.
 */

export * from './command';
export { customColumns } from './custom-columns';
export { type DefinedNames, type Definition, typesOfDefinition } from './defined-types';
export { DRY_RUN_TEXT, type DryRun } from './dry-run';
export type { FlagSpec } from './flags';
export { formatLabels, formatSelector } from './format-labels';
export { evaluate, jsonPathResults, jsonPathText, relaxedPath } from './jsonpath';
export { PathFault, type PathNode, parsePath } from './jsonpath-parse';
export { type Reading, readLine } from './read-line';
export { SUBRESOURCES } from './read-subresource';
export { type OwnRefusal, type Refusal, refusalText } from './refusal';
export { alignTabs, DESCRIBE_TABS, RowWriter, TABLE_TABS } from './tab-writer';
export { itemOrList, templateFault } from './template-fault';
export * from './types';
export {
  CREATE_FLAGS,
  GLOBAL_FLAGS,
  OTHER_VERBS,
  VERB_FLAGS,
  VERBS,
  type VerbName,
} from './verbs';
export { quoteWord, splitWords } from './words';
