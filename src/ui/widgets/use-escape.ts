import { type RefObject, useEffect, useRef } from 'react';

/**
 * Closes what is open over the page with Escape, wherever the focus is, and nothing else with it.
 * What lies under a dialog waits until the dialog is gone.
 * @param box what is open, or a part of it
 */
export function useEscape(
  box: RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      const dialogs = [...document.querySelectorAll('dialog[open]')];
      if (dialogs.some((dialog) => !dialog.contains(box.current))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [open, box]);
}
