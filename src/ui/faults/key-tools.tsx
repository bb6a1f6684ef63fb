import { useState } from 'react';
import { useTexts } from '../i18n';
import { focusOf } from '../panels/panel';
import { useShell } from '../shell/shell-context';
import type { Orrery } from '../stores';
import styles from './faults.module.css';
import { Go, Group, type SetOff } from './parts';
import { faultTexts } from './texts';

/** Deletes or writes the selected key, past the API server. */
export function KeyTools({ setOff }: { readonly setOff: SetOff }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, faultTexts);
  const { key } = focusOf(orrery);
  const [text, setText] = useState(() => (key === undefined ? '' : storedValue(orrery, key)));
  const [fault, setFault] = useState<string>();
  const put = (): void => {
    if (key === undefined) return;
    const read = readJson(text);
    setFault('reason' in read ? t('not-json', { reason: read.reason }) : undefined);
    if ('value' in read) setOff({ kind: 'put', key, value: read.value });
  };
  return (
    <Group title={t('key')}>
      {key === undefined ? (
        <p className="dim">{t('no-key')}</p>
      ) : (
        <>
          <code translate="no">{key}</code>
          <div className={styles.row}>
            <Go onGo={() => setOff({ kind: 'drop', key })}>{t('drop')}</Go>
            <Go onGo={put}>{t('put')}</Go>
          </div>
          <textarea
            className={styles.value}
            aria-label={t('value')}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {fault !== undefined && (
            <p role="alert" className={styles.faulty}>
              {fault}
            </p>
          )}
        </>
      )}
    </Group>
  );
}

type Read = { readonly value: unknown } | { readonly reason: string };

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The value of a key at the playhead; '' when it has none. */
function storedValue({ trace, playback }: Orrery, key: string): string {
  const { table } = trace;
  const last = table.lastAt(playback.getState().time);
  const row = table.archive.history(key).findLast(({ seq }) => seq <= last);
  return row?.object === undefined ? '' : JSON.stringify(row.object, null, 2);
}
