import { type RefObject, useLayoutEffect } from 'react';

export interface WaitingKeysProps {
  readonly onClose: () => void;
  /** What was typed meanwhile, for a sheet that begins with a field. */
  readonly typed: RefObject<string>;
}

/**
 * Stands in the place of a sheet that is being loaded. What is pressed meanwhile is meant for the
 * sheet: it must not act on the page behind it, and Escape means that it is not wanted any more.
 */
export function WaitingKeys({ onClose, typed }: WaitingKeysProps) {
  useLayoutEffect(() => {
    typed.current = '';
  }, [typed]);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // Before the page's own keys, which are heard on the document.
      event.stopImmediatePropagation();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onClose, typed]);
  return null;
}
