/** Marks that a template leaves where values are to be filled in. */

// A mark is short: the bound keeps a hostile text from being searched to its end for each opening.
/** Go and Jinja `{{ }}`, Jinja `{% %}`, ERB and EJS `<% %>`, Terraform `%{ }`. */
const SURE = /\{\{[\s\S]{0,200}?\}\}|\{%[\s\S]{0,200}?%\}|<%[\s\S]{0,200}?%>|%\{[^{}]{0,200}\}/;
/** The same and `${ }`, which may also be for a shell to fill in. */
const ANY = new RegExp(`${SURE.source}|\\$\\{[^{}]{0,200}\\}`);

export interface TemplateMark {
  readonly mark: string;
  /** Where it begins in the text, from 0. */
  readonly offset: number;
}

/** The first mark in a text. In a shell script `${NAME}` is none. */
export function firstMark(text: string, shell = false): TemplateMark | undefined {
  const found = (shell ? SURE : ANY).exec(text);
  return found === null ? undefined : { mark: found[0], offset: found.index };
}
