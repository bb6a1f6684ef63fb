import { useState } from 'react';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import { hooksOfServer } from './fault-step';
import styles from './faults.module.css';
import { Choice, Go, Group, type SetOff } from './parts';
import { faultTexts } from './texts';

const TIMES = ['5s', '12s', '30s', '1m'] as const;

interface HookToolsProps {
  readonly process: string;
  readonly isServer: boolean;
  readonly setOff: SetOff;
}

/** How a post-start hook goes when its server starts next. */
export function HookTools({ process, isServer, setOff }: HookToolsProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, faultTexts);
  const known = (orrery.session.getState().catalogue?.hooks ?? [])
    .filter(({ type }) => type === 'post-start')
    .map(({ name }) => name);
  const hooks = hooksOfServer(known, orrery.index.actors, process);
  const [wanted, setHook] = useState('');
  const hook = hooks.includes(wanted) ? wanted : (hooks[0] ?? '');
  const [text, setText] = useState('context deadline exceeded');
  const [takes, setTakes] = useState<string>(TIMES[1]);
  return (
    <Group title={t('hooks')}>
      {isServer ? (
        <>
          <Choice label={t('hook')} values={hooks} value={hook} onChoose={setHook} hidden />
          <div className={styles.row}>
            <Go
              disabled={text.trim() === ''}
              onGo={() => setOff({ kind: 'hook-fails', process, hook, text })}
            >
              {t('hook-fails')}
            </Go>
            <input
              aria-label={t('hook-text')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <div className={styles.row}>
            <Choice
              label={t('hook-takes')}
              values={TIMES}
              value={takes}
              onChoose={setTakes}
              hidden
            />
            <Go onGo={() => setOff({ kind: 'hook-takes', process, hook, takes })}>
              {`${t('hook-takes')} ${takes}`}
            </Go>
          </div>
        </>
      ) : (
        <p className="dim">{t('no-server')}</p>
      )}
    </Group>
  );
}
