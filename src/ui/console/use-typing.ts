/** What keys do on the console's line: history, completion, leaving it. */
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { isMap } from '#base';
import { useShell } from '../shell/shell-context';
import type { Orrery } from '../stores';
import { type CompletionContext, commonStart, complete } from './complete';
import type { ConsoleHandle } from './use-console';

export interface TypingInput {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly terminal: ConsoleHandle;
  readonly onEnter: (line: string) => void;
  readonly onClose: (() => void) | undefined;
  /** What was typed before the line was there. */
  readonly typed: RefObject<string> | undefined;
}

export interface Typing {
  readonly line: string;
  readonly candidates: readonly string[];
  change(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function useTyping({ input, terminal, onEnter, onClose, typed }: TypingInput): Typing {
  const { orrery } = useShell();
  const [line, setLine] = useState(typed?.current ?? '');
  useEffect(() => {
    if (typed) typed.current = '';
  }, [typed]);
  const [candidates, setCandidates] = useState<readonly string[]>([]);
  /** Place in the history while it is walked; undefined on the line itself. */
  const [place, setPlace] = useState<number | undefined>();

  const change = (text: string): void => {
    setLine(text);
    setCandidates([]);
  };
  const walk = (direction: 1 | -1): boolean => {
    const { history } = terminal;
    const next = Math.min(history.length, Math.max(0, (place ?? history.length) + direction));
    setPlace(next);
    change(history[next] ?? '');
    return true;
  };
  /** @returns false when there is nothing to complete: then Tab goes on, as everywhere. */
  const tab = (): boolean => {
    const found = complete(line, completionContext(orrery, terminal));
    const [only, ...others] = found.candidates;
    if (line.trim() === '' || only === undefined) return false;
    const start = line.slice(0, found.from);
    if (others.length === 0) {
      change(start + only + (/[=/]$/.test(only) ? '' : ' '));
      return true;
    }
    const common = commonStart(found.candidates);
    if (common.length > line.length - found.from) setLine(start + common);
    setCandidates(found.candidates);
    return true;
  };
  const leave = (): boolean => {
    if (candidates.length > 0) setCandidates([]);
    else if (onClose) onClose();
    else return false;
    return true;
  };
  const interrupt = (): boolean => {
    const element = input.current;
    if (element && element.selectionStart !== element.selectionEnd) return false;
    terminal.interrupt(line);
    change('');
    return true;
  };
  const enter = (): boolean => {
    change('');
    setPlace(undefined);
    onEnter(line);
    return true;
  };
  const presses = { enter, walk, tab, leave, interrupt, onEnter, onClose };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.shiftKey || event.nativeEvent.isComposing) return;
    const mod = event.ctrlKey || event.metaKey ? 'Ctrl ' : '';
    if (!press(mod + event.key, presses)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { line, candidates, change, onKeyDown };
}

interface Presses extends Pick<TypingInput, 'onEnter' | 'onClose'> {
  enter(): boolean;
  walk(direction: 1 | -1): boolean;
  tab(): boolean;
  leave(): boolean;
  interrupt(): boolean;
}

/** @returns whether the key was used. */
function press(key: string, does: Presses): boolean {
  switch (key) {
    case 'Enter':
      return does.enter();
    case 'ArrowUp':
      return does.walk(-1);
    case 'ArrowDown':
      return does.walk(1);
    case 'Tab':
      return does.tab();
    case 'Escape':
      return does.leave();
    case 'Ctrl c':
      return does.interrupt();
    case 'Ctrl l':
      does.onEnter('clear');
      return true;
    case 'Ctrl `':
      does.onClose?.();
      return true;
    default:
      return false;
  }
}

/** Names as the archive has them at the playhead. */
function completionContext(orrery: Orrery, { types, hosts }: ConsoleHandle): CompletionContext {
  const { table } = orrery.trace;
  const last = table.lastAt(orrery.playback.getState().time);
  const objects = () => table.archive.keys().map((key) => table.archive.at(key, last)?.object);
  return {
    types,
    servers: hosts,
    names: ({ kind, namespaced, group }, namespace) =>
      objects().flatMap((object) => {
        if (!isMap(object) || object.kind !== kind || !isMap(object.metadata)) return [];
        const [first, second] = String(object.apiVersion).split('/');
        if ((second === undefined ? '' : first) !== group) return [];
        const elsewhere = namespace !== undefined && object.metadata.namespace !== namespace;
        return namespaced && elsewhere ? [] : [String(object.metadata.name)];
      }),
  };
}
