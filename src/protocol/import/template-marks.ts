/** Marks that a template leaves where values are to be filled in. */

/** Go and Jinja `{{ }}`, Jinja `{% %}`, ERB and EJS `<% %>`, Terraform `%{ }` and `${ }`. */
const MARK = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|<%[\s\S]*?%>|%\{[^{}]*\}|\$\{[^{}]*\}/;
/** The same without `${ }`, which a shell and its environment fill in. */
const MARK_NOT_SHELL = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|<%[\s\S]*?%>|%\{[^{}]*\}/;

export interface TemplateMark {
  readonly mark: string;
  /** Where it begins in the text, from 0. */
  readonly offset: number;
}

/** The first mark in a text. In a shell script `${NAME}` is none. */
export function firstMark(text: string, shell = false): TemplateMark | undefined {
  const found = (shell ? MARK_NOT_SHELL : MARK).exec(text);
  return found === null ? undefined : { mark: found[0], offset: found.index };
}
