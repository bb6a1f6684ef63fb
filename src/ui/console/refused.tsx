import { formatClock, useTexts } from '../i18n';
import { seek, usePlayhead } from '../playback';
import { useShell } from '../shell/shell-context';
import styles from './console.module.css';
import type { ShownEntry } from './select';
import { consoleTexts } from './texts';
import type { ConsoleHandle } from './use-console';
import { whyRefused } from './why-refused';

export interface RefusedProps {
  readonly entry: ShownEntry;
  readonly terminal: ConsoleHandle;
}

/** What helps where a server could not answer yet, or no more; kubectl's own line stands above. */
export function Refused({ entry, terminal }: RefusedProps) {
  const { t: typed, line, server: asked, output } = entry;
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const now = usePlayhead(orrery);
  const said = output.flatMap(({ error, text }) => (error ? [text] : []));
  if (said.length === 0) return null;
  const { servers, down, runs } = terminal;
  const refused = { line, server: asked, t: typed, text: said.join('\n') };
  const hint = whyRefused(orrery.index, servers, refused);
  if (!hint) return null;
  const { key, server } = hint;
  const later = key === 'hint-ready' && hint.at > now;
  // The line above the output offers another by itself where lines go to this one.
  const other =
    (key === 'hint-ended' || key === 'hint-ending' || key === 'hint-never') &&
    down?.server !== server &&
    servers.some((name) => name !== server && runs(name));
  return (
    <p className={styles.running}>
      {'at' in hint
        ? t(key === 'hint-ready' && !later ? 'hint-was-ready' : hint.key, {
            server,
            time: formatClock(hint.at),
          })
        : t(hint.key, { server })}
      {other && <span> {t('hint-other')}</span>}
      {later && (
        <button type="button" className="button" onClick={() => seek(orrery, hint.at)}>
          {t('to-then')}
        </button>
      )}
    </p>
  );
}
