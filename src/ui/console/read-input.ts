/** What was typed: a line for the cluster, one that wants a manifest, or a word of our own. */
import {
  isReading,
  type ManifestCommand,
  type Refusal,
  type ResourceType,
  readLine,
} from '#console';

export type Input =
  | { readonly kind: 'empty' | 'clear' }
  | { readonly kind: 'help'; readonly about: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'manifest';
      readonly command: ManifestCommand;
      readonly server: string | undefined;
    }
  | {
      readonly kind: 'line';
      readonly line: string;
      /** It changes nothing, so later steps stay. */
      readonly reads: boolean;
    };

export function readInput(text: string, types: readonly ResourceType[]): Input {
  const line = text.trim();
  if (line === '') return { kind: 'empty' };
  if (line === 'clear') return { kind: 'clear' };
  const reading = readLine(line, types);
  if (!reading.ok) {
    const { refusal } = reading;
    if (refusal.by === 'orrery' && refusal.why === 'help') {
      return { kind: 'help', about: refusal.detail };
    }
    if (refusal.by === 'orrery' && refusal.why === 'empty') return { kind: 'help', about: '' };
    return { kind: 'refused', refusal };
  }
  const { command, server } = reading.line;
  if (command.verb === 'manifest') return { kind: 'manifest', command, server };
  return { kind: 'line', line: line.replace(/^kubectl\s+/, ''), reads: isReading(command) };
}

/** A pasted text that is more than a line. */
export interface Paste {
  /** The line to carry out; "" when the text is a manifest alone. */
  readonly line: string;
  readonly manifest: string | undefined;
  /** Further lines that were left. */
  readonly more: boolean;
}

const HEREDOC = /^(.*?)<<-?\s*(['"]?)(\w+)\2([^\n]*)\n([\s\S]*?)\n\s*\3\s*$/;

/** Reads a paste of several lines: a heredoc, a manifest, or lines. */
export function readPaste(text: string): Paste {
  const heredoc = HEREDOC.exec(text.trim());
  if (heredoc) {
    const [, before, , , after, manifest] = heredoc;
    // `cat <<EOF | kubectl apply -f -` has its command behind.
    const piped = /^\s*\|\s*(.*)$/.exec(after);
    const line = (piped ? piped[1] : `${before}${after}`).trim();
    return { line, manifest, more: false };
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (/^\s*(---|apiVersion:|kind:|metadata:|\{)/.test(lines[0] ?? '')) {
    return { line: '', manifest: text, more: false };
  }
  return { line: (lines[0] ?? '').trim(), manifest: undefined, more: lines.length > 1 };
}
