/** How the text looks: all colours are those of the page's theme, so both themes are one. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const SELECTED =
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ' +
  '.cm-selectionBackground';

const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--c-text)', backgroundColor: 'var(--c-panel-2)' },
  '&.cm-focused': { outline: '2px solid var(--c-accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-small)',
    lineHeight: '1.55',
  },
  '.cm-content': { caretColor: 'var(--c-accent)', padding: '6px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--c-accent)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--c-panel-2)',
    color: 'var(--c-text-dim)',
    borderRight: '1px solid var(--c-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--c-raised) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--c-raised)', color: 'var(--c-text)' },
  [SELECTED]: { backgroundColor: 'color-mix(in srgb, var(--c-accent) 32%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--c-accent-soft)' },
  '.cm-searchMatch': {
    backgroundColor: 'var(--c-accent-soft)',
    outline: '1px solid var(--c-accent)',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--c-accent)', color: 'var(--c-on-accent)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--c-raised)',
    outline: '1px solid var(--c-line-strong)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--c-raised)',
    border: '1px solid var(--c-line)',
    color: 'var(--c-text-dim)',
  },
  '.cm-panels': {
    backgroundColor: 'var(--c-panel)',
    color: 'var(--c-text)',
    borderColor: 'var(--c-line)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--c-line)' },
  '.cm-panel.cm-search': { padding: '6px 26px 6px 8px', fontFamily: 'var(--font-text)' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--c-text)', fontSize: '16px' },
  '.cm-panel.cm-search label': { fontSize: 'var(--text-small)' },
  '.cm-textfield': {
    backgroundColor: 'var(--c-panel-2)',
    color: 'var(--c-text)',
    border: '1px solid var(--c-line-strong)',
    borderRadius: '4px',
    fontSize: 'var(--text-small)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--c-raised)',
    color: 'var(--c-text)',
    border: '1px solid var(--c-line-strong)',
    borderRadius: '4px',
    fontSize: 'var(--text-small)',
  },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--c-accent-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--c-panel)',
    color: 'var(--c-text)',
    border: '1px solid var(--c-line-strong)',
    borderRadius: 'var(--radius-small)',
    boxShadow: 'var(--shadow)',
    maxWidth: 'min(420px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-small)',
    maxHeight: '14em',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--c-accent)',
    color: 'var(--c-on-accent)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '1', marginLeft: '1.5em' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo, .cm-explanation': {
    padding: '6px 10px',
    fontFamily: 'var(--font-text)',
    fontSize: 'var(--text-small)',
  },
  '.cm-explanation strong': { display: 'block', fontFamily: 'var(--font-mono)' },
  '.cm-diagnostic': { padding: '5px 10px', fontFamily: 'var(--font-text)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--c-fault)' },
  '.cm-tooltip-lint': { padding: '0' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--c-fault-text) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--c-fault-text)' },
  '.cm-gutter-lint': { width: '1.3em' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 2px' },
  // A cross, so that red is not the only sign.
  '.cm-lint-marker-error': {
    content: '"✗"',
    color: 'var(--c-fault-text)',
    fontWeight: '700',
    textAlign: 'center',
  },
  '.cm-number-drag': { cursor: 'ew-resize', textDecoration: 'underline dotted' },
});

/** Names, texts, numbers and comments, in colours whose contrast the theme's test proves. */
const WORDS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--c-apiserver)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--c-etcd)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--c-kcm)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--c-text-dim)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--c-text-dim)' },
  { tag: [tags.labelName, tags.typeName, tags.keyword, tags.meta], color: 'var(--c-scheduler)' },
]);

export const textTheme: Extension = [LOOK, syntaxHighlighting(WORDS)];
