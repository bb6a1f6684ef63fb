/** Ways in for files: a drop anywhere, a paste, and the browser's own choice. */
import { useEffect, useState } from 'react';
import { isTyping } from '../commands';
import { translator } from '../i18n';
import type { Orrery } from '../stores';
import { openingTexts } from './texts';

export type OpenFiles = (files: readonly File[]) => Promise<void>;

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/**
 * Opens what is dropped or pasted.
 * @returns whether files hover over the page now
 */
export function useOpening(orrery: Orrery, open: OpenFiles): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Entering a part of the page comes before leaving another, so both are counted.
    let depth = 0;
    const move = (by: number): void => {
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const onEnter = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (depth === 0) orrery.playback.setState({ playing: false });
      move(1);
    };
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const onLeave = (event: DragEvent): void => {
      if (hasFiles(event.dataTransfer)) move(-1);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      move(-depth);
      void open([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (isTyping(event.target) || !event.clipboardData) return;
      const files = pasted(event.clipboardData, orrery);
      if (files.length > 0) void open(files);
    };
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    document.addEventListener('dragenter', onEnter, listening);
    document.addEventListener('dragover', onOver, listening);
    document.addEventListener('dragleave', onLeave, listening);
    document.addEventListener('drop', onDrop, listening);
    document.addEventListener('paste', onPaste, listening);
    return () => stop.abort();
  }, [orrery, open]);
  return over;
}

/** Files that were copied, or a text as if it were one. */
function pasted(data: DataTransfer, orrery: Orrery): readonly File[] {
  if (data.files.length > 0) return [...data.files];
  const text = data.getData('text/plain');
  if (text.trim() === '') return [];
  const name = translator(openingTexts, orrery.settings.getState())('pasted');
  return [new File([text], name, { type: 'text/plain' })];
}

/** Lets the person choose files. Nothing happens when they choose none. */
export function chooseFiles(open: OpenFiles): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) void open(files);
  });
  input.click();
}
