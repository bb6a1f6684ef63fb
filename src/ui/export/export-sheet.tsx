/** Everything a run can be saved as, each with a line that says what it is for. */
import { Download } from 'lucide-react';
import { useStore } from 'zustand';
import { type CommandId, commandOf, commandTexts } from '../commands';
import { formatClock, useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import { Dialog } from '../widgets';
import styles from './export.module.css';
import { EXPORT_FORMATS, type ExportFormat } from './formats';
import { exportTexts } from './texts';

export default function ExportSheet({ onClose }: { readonly onClose: () => void }) {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, exportTexts);
  const shellText = useTexts(orrery, shellTexts);
  const name = useTexts(orrery, commandTexts);
  const time = useStore(orrery.playback, (state) => formatClock(state.time));
  const status = useStore(orrery.session, (state) => state.status);
  const what = (format: ExportFormat): string =>
    format === 'objects' ? t('objects-what', { time }) : t(`${format}-what`);
  return (
    <Dialog title={t('title')} closeLabel={shellText('close')} onClose={onClose}>
      <p className="dim">{t('intro')}</p>
      <ul className={styles.list}>
        {EXPORT_FORMATS.map((format) => {
          const id: CommandId = `export-${format}`;
          const command = commandOf(id);
          return (
            <li key={format}>
              <button
                type="button"
                className={styles.entry}
                data-export={format}
                disabled={!command.enabled?.(shell)}
                onClick={() => {
                  command.run(shell);
                  onClose();
                }}
              >
                <Download aria-hidden="true" />
                <strong>{name(id)}</strong>
                <span className="dim">{what(format)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {status !== 'done' && status !== 'crashed' && <p role="status">{t('not-yet')}</p>}
    </Dialog>
  );
}
