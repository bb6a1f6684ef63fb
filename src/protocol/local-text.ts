import type { LocalText } from './catalogue';

/** Both languages of a text; a plain string stands for both. */
export function localText(text: LocalText | string): LocalText {
  return typeof text === 'string' ? { en: text, zh: text } : text;
}
