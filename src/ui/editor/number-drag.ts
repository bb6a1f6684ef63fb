/** Numbers of the text, dragged with Alt held down, or stepped with Alt and the arrow keys. */
import { isolateHistory } from '@codemirror/commands';
import { type Extension, Prec, Transaction } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { numberAt, stepNumber } from './step-number';

/** How far the pointer goes for a step, px. */
export const STEP_PX = 7;

function placeAt(view: EditorView, offset: number) {
  const line = view.state.doc.lineAt(offset);
  const found = numberAt(line.text, offset - line.from);
  return found && { ...found, from: line.from + found.from, to: line.from + found.to };
}

const step =
  (by: number): Command =>
  (view) => {
    const place = placeAt(view, view.state.selection.main.head);
    if (!place) return false;
    const insert = stepNumber(place.text, by);
    view.dispatch({
      changes: { from: place.from, to: place.to, insert },
      selection: { anchor: place.from + insert.length },
      userEvent: 'input.number',
    });
    return true;
  };

/** Follows the pointer until it is let go; then tells. */
function drag(view: EditorView, event: MouseEvent, { begin, done }: NumberDrag): boolean {
  const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
  const place = offset === null ? undefined : placeAt(view, offset);
  if (!place) return false;
  begin();
  let length = place.text.length;
  let first = true;
  const move = ({ clientX }: MouseEvent): void => {
    const insert = stepNumber(place.text, Math.round((clientX - event.clientX) / STEP_PX));
    const { from } = place;
    if (view.state.sliceDoc(from, from + length) === insert) return;
    view.dispatch({
      changes: { from, to: from + length, insert },
      // The whole drag is one step of undo.
      annotations: [
        Transaction.userEvent.of('input.number'),
        ...(first ? [isolateHistory.of('before')] : []),
      ],
    });
    first = false;
    length = insert.length;
  };
  const up = (): void => {
    document.removeEventListener('mousemove', move);
    document.removeEventListener('mouseup', up);
    if (!first) done();
  };
  document.addEventListener('mousemove', move);
  document.addEventListener('mouseup', up);
  event.preventDefault();
  return true;
}

export interface NumberDrag {
  begin(): void;
  /** Called when a number was changed and let go. */
  done(): void;
}

export function numberDrag(dragging: NumberDrag): Extension {
  return [
    EditorView.domEventHandlers({
      mousedown: (event, view) => event.altKey && event.button === 0 && drag(view, event, dragging),
    }),
    Prec.high(
      keymap.of([
        { key: 'Alt-ArrowUp', run: step(1) },
        { key: 'Alt-ArrowDown', run: step(-1) },
      ]),
    ),
  ];
}
