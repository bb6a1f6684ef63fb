import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { STEP_PX } from '../number-drag';
import { numberAt, stepNumber } from '../step-number';
import styles from './form.module.css';
import { useForm } from './form-context';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** What is wrong with it, in words. */
  readonly fault?: string;
  readonly list?: string;
  readonly wide?: boolean;
  /** Changes the document after a short pause in typing, too, so that a fault is said at once. */
  readonly soon?: boolean;
  /** Called when the person is done with the field and has changed it. */
  readonly onCommit: (value: string) => void;
  /** Set for a field with a number: what its handle is called, and what follows a drag. */
  readonly drag?: { readonly label: string; readonly done: () => void };
}

/** A pause in typing after which a word may be whole, ms. */
const PAUSE_MS = 400;

/**
 * A field that changes the document when it is left or Enter is pressed, so that no half word
 * stands there; one whose half words do no harm may do so sooner. A number in it is dragged by its
 * handle, or stepped with the arrow keys.
 */
export function TextField({ label, value, onCommit, drag, ...rest }: TextFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  /** What it said when it was entered; Escape brings it back. */
  const entered = useRef(value);
  const commit = (text: string): void => {
    if (text !== value) onCommit(text);
  };
  const latest = useRef(commit);
  latest.current = commit;
  useEffect(() => {
    if (!rest.soon || typed === value) return;
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [rest.soon, typed, value]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (event.key === 'Enter') {
      commit(typed);
      entered.current = typed;
    } else if (event.key === 'Escape' && typed !== entered.current) {
      event.stopPropagation();
      setTyped(entered.current);
      commit(entered.current);
    } else if (drag && by !== 0) {
      event.preventDefault();
      const place = event.currentTarget.selectionStart ?? typed.length;
      setTyped(stepped(typed, place, by));
    }
  };
  return (
    <span className={styles.field}>
      <input
        className={styles.input}
        data-wide={rest.wide}
        aria-label={label}
        aria-invalid={rest.fault !== undefined}
        title={rest.fault ?? label}
        value={typed}
        placeholder={rest.placeholder}
        list={rest.list}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => {
          entered.current = value;
        }}
        onBlur={() => commit(typed)}
        onKeyDown={onKeyDown}
      />
      {drag && (
        <Handle
          value={typed}
          label={drag.label}
          onMove={setTyped}
          onDone={(text) => {
            commit(text);
            drag.done();
          }}
        />
      )}
    </span>
  );
}

/** The number at a place of a text some steps further; the last one where none is there. */
function stepped(text: string, place: number, by: number): string {
  const found = numberAt(text, place) ?? numberAt(text, text.length);
  if (!found) return text;
  return text.slice(0, found.from) + stepNumber(found.text, by) + text.slice(found.to);
}

interface HandleProps {
  readonly value: string;
  readonly label: string;
  readonly onMove: (value: string) => void;
  readonly onDone: (value: string) => void;
}

/** For the pointer only: in the field itself the arrow keys do the same. */
function Handle({ value, label, onMove, onDone }: HandleProps) {
  const { orrery } = useForm();
  const [from, setFrom] = useState<{ readonly x: number; readonly value: string }>();
  const at = (event: PointerEvent): string =>
    from
      ? stepped(from.value, from.value.length, Math.round((event.clientX - from.x) / STEP_PX))
      : value;
  return (
    <span
      className={styles.handle}
      title={label}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        // A drag pauses, and nothing resumes by itself.
        orrery.playback.setState({ playing: false });
        setFrom({ x: event.clientX, value });
      }}
      onPointerMove={(event) => from && onMove(at(event))}
      onPointerUp={(event) => {
        if (from && at(event) !== from.value) onDone(at(event));
        setFrom(undefined);
      }}
      onPointerCancel={() => {
        if (from) onMove(from.value);
        setFrom(undefined);
      }}
    >
      <GripVertical aria-hidden="true" />
    </span>
  );
}
