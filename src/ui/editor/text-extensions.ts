/** What the text can do, put together. Nothing here knows where the editor stands on the page. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { lintGutter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import {
  Compartment,
  EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  showTooltip,
  type Tooltip,
} from '@codemirror/view';
import type { Language } from '../stores';
import { numberDrag } from './number-drag';
import { phrasesIn } from './phrases';
import { explainAt, type Knowledge, suggestionsAt } from './suggestions';
import { textTheme } from './text-theme';
import { cursorAt } from './yaml-cursor';

export interface TextHost {
  /** What is known now; undefined until the schema has come. */
  knowledge(): Knowledge | undefined;
  textChanged(): void;
  /** Runs what is written. */
  apply(): void;
  format(): void;
  /** Stops playback: a number is about to be dragged. */
  pause(): void;
  /** The person wants out of the text. */
  leave(): void;
}

const wordsOf = new Compartment();

/** The editor's own phrases and its name, in a language. */
const wording = (language: Language, name: string): Extension => [
  EditorState.phrases.of(phrasesIn(language)),
  // It takes the focus anyway; said so that everyone can tell.
  EditorView.contentAttributes.of({ 'aria-label': name, lang: 'en', tabindex: '0' }),
];

export const inLanguage = (language: Language, name: string): StateEffect<unknown> =>
  wordsOf.reconfigure(wording(language, name));

export function textExtensions(host: TextHost): Extension {
  return [
    wordsOf.of(wording('en', '')),
    Prec.highest(keymap.of(ownKeys(host))),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    highlightSelectionMatches(),
    drawSelection(),
    history(),
    yaml(),
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: [(context) => complete(context, host)], icons: false }),
    hoverTooltip((view, offset) => explanation(view.state, offset, host), { hoverTime: 400 }),
    explained,
    search({ top: true }),
    EditorView.lineWrapping,
    textTheme,
    numberDrag({ begin: host.pause, done: host.apply }),
    // Files are the page's to open, wherever they are dropped.
    EditorView.domEventHandlers({
      drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
    }),
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) host.textChanged();
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
      // Last, when nothing of the text's own wants it.
      { key: 'Escape', run: hideExplanation },
      { key: 'Escape', run: asks(host.leave) },
    ]),
  ];
}

/** A key that is the host's. */
const asks = (act: () => void) => (): boolean => {
  act();
  return true;
};

const ownKeys = (host: TextHost) => [
  { key: 'Mod-Enter', run: asks(host.apply) },
  { key: 'Shift-Alt-f', run: asks(host.format) },
  { key: 'F8', run: nextDiagnostic },
  { key: 'Shift-F8', run: previousDiagnostic },
  { key: 'F1', run: (view: EditorView) => explainHere(view, host) },
];

const TYPES = { field: 'property', value: 'constant', flag: 'keyword', name: 'variable' } as const;

/** Completion of the word before the cursor. */
export function complete(
  context: CompletionContext,
  host: Pick<TextHost, 'knowledge'>,
): CompletionResult | null {
  const knowledge = host.knowledge();
  const cursor = cursorAt(context.state.doc.toString(), context.pos);
  if (!knowledge || !cursor) return null;
  // Where nothing was typed, only who asks is answered.
  if (cursor.word === '' && !context.explicit) return null;
  const options = suggestionsAt(cursor, knowledge).map(
    ({ label, apply, kind, detail, info, boost }): Completion => ({
      label,
      apply,
      type: TYPES[kind],
      detail,
      info: info === '' ? undefined : info,
      boost,
    }),
  );
  return options.length === 0 ? null : { from: cursor.from, options, validFor: /^[\w./-]*$/ };
}

function explanation(state: EditorState, offset: number, host: TextHost): Tooltip | null {
  const knowledge = host.knowledge();
  const found = knowledge && explainAt(state.doc.toString(), offset, cursorAt, knowledge);
  if (!found) return null;
  const create = () => {
    const dom = document.createElement('div');
    dom.className = 'cm-explanation';
    const title = document.createElement('strong');
    title.textContent = found.title;
    dom.append(title, found.text);
    dom.setAttribute('role', 'status');
    return { dom };
  };
  return { pos: offset, above: true, create };
}

const explain = StateEffect.define<Tooltip | null>();

/** The explanation that was asked for by key; any change puts it away. */
const explained = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(explain)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

function hideExplanation(view: EditorView): boolean {
  if (view.state.field(explained) === null) return false;
  view.dispatch({ effects: explain.of(null) });
  return true;
}

function explainHere(view: EditorView, host: TextHost): boolean {
  const tooltip = explanation(view.state, view.state.selection.main.head, host);
  view.dispatch({ effects: explain.of(tooltip) });
  return true;
}
