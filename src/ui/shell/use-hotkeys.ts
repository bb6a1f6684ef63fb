import { useEffect } from 'react';
import {
  type CommandContext,
  commandForKeys,
  commandTexts,
  isTyping,
  keyNames,
  pressesFocused,
} from '../commands';
import { translator } from '../i18n';
import { useNotice } from './notice';

/**
 * Runs the command of a key, unless the key belongs to what has the focus or a dialog is open.
 * Space and Enter belong to the focused button only for those who got there by keyboard: after a
 * click, and on what is chosen with Enter, Space plays. A key that can do nothing now says why.
 */
export function useHotkeys(context: CommandContext): void {
  const { say } = useNotice();
  useEffect(() => {
    let byKeyboard = false;
    let swallowed = false;
    const onPointerDown = (): void => {
      byKeyboard = false;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') byKeyboard = true;
      swallowed = false;
      if (event.defaultPrevented || isTyping(event.target)) return;
      const pressed = pressesFocused(event.target, event.key);
      if (pressed && (byKeyboard || event.key === 'Enter')) return;
      if (document.querySelector('dialog[open]')) return;
      const command = commandForKeys(keyNames(event));
      if (!command) return;
      if (command.enabled?.(context) === false) {
        const refusal = command.refusal?.(context);
        if (refusal) say(translator(commandTexts, context.orrery.settings.getState())(refusal));
        return;
      }
      event.preventDefault();
      swallowed = event.key === ' ';
      if (pressed && event.target instanceof HTMLElement) event.target.blur();
      command.run(context);
    };
    // Some browsers press a focused button when Space is let go, whatever happened before.
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.key === ' ' && swallowed) event.preventDefault();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
    };
  }, [context, say]);
}
