export { changeBetween, editYaml, type YamlEdit } from './edit-yaml';
export * from './examine';
export * from './scenario-text';
export type { TextChange } from './splice';
export { editsBetween, valueAfter } from './value-edit';
