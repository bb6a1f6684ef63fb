/**
 * Names of keys. A character is itself (`k`, `?`, `<`), other keys have their own name (`Home`,
 * `Escape`), the space bar is `Space`. Keys that work by position, not by letter, so that they stay
 * under the same fingers on every layout, are written `[KeyW]`. Shift counts only together with
 * Ctrl or Cmd: `Mod+Shift+z`.
 */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey?: boolean;
}

/** The names under which a key press can be found, most specific first. */
export function keyNames(press: KeyPress): readonly string[] {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey = false } = press;
  const command = shiftKey ? 'Mod+Shift+' : 'Mod+';
  const modifier = ctrlKey || metaKey ? command : altKey ? 'Alt+' : '';
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key;
  return [`${modifier}${name}`, `${modifier}[${code}]`];
}

/** How a key is shown on the page. */
export function keyLabel(name: string): string {
  const plain = name
    .replace(/\[Key(\w)\]/, '$1')
    .replace('[BracketLeft]', '[')
    .replace('[BracketRight]', ']')
    .replace('Alt+', 'Alt ')
    .replace(
      /Mod\+(Shift\+)?(.)/,
      (_, shift: string | undefined, key: string) =>
        `Ctrl ${shift ? 'Shift ' : ''}${key.toUpperCase()}`,
    );
  return plain.length === 1 ? plain.toUpperCase() : plain;
}

/** Whether keys typed here belong to what has the focus and not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const tag = target.tagName;
  return tag === 'INPUT' || tag === 'TEXTAREA' || tag === 'SELECT' || target.isContentEditable;
}

/**
 * What is chosen rather than pressed: processes on the stage, and tabs. Enter chooses there, and
 * Space stays the page's: one who has walked to a server and acted on it wants to let time run.
 */
const CHOSEN = '[data-target], [role=tab]';

/** Whether Space or Enter presses the button that has the focus. */
export function pressesFocused(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === ' ') return target.closest('button, a, summary') !== null && !target.closest(CHOSEN);
  return key === 'Enter' && target.closest('button, a, summary, [role=tab]') !== null;
}
