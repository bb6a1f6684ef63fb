import { useEffect } from 'react';
import {
  type CommandContext,
  commandForKeys,
  isTyping,
  keyNames,
  pressesFocused,
} from '../commands';

/** Runs the command of a key, unless the key belongs to what has the focus or a dialog is open. */
export function useHotkeys(context: CommandContext): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (pressesFocused(event.target, event.key)) return;
      if (document.querySelector('dialog[open]')) return;
      const command = commandForKeys(keyNames(event));
      if (!command || command.enabled?.(context) === false) return;
      event.preventDefault();
      command.run(context);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [context]);
}
