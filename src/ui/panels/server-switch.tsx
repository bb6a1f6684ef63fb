/** One of several API servers, for panels about one: the selected one, or one chosen here. */
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n';
import type { PanelProps } from './panel';
import styles from './panels.module.css';
import { inspectorTexts } from './texts';

export interface ServerSwitch {
  /** undefined where there is none. */
  readonly server: string | undefined;
  /** The buttons to choose with; null where there is nothing to choose. */
  readonly buttons: ReactNode;
}

export function useServerSwitch(
  { orrery, focus }: Pick<PanelProps, 'orrery' | 'focus'>,
  servers: readonly string[],
): ServerSwitch {
  const t = useTexts(orrery, inspectorTexts);
  const [wanted, setWanted] = useState<string>();
  const server = servers.find((name) => name === (focus.process ?? wanted)) ?? servers[0];
  if (focus.process !== undefined || servers.length < 2) return { server, buttons: null };
  const buttons = (
    <fieldset className={styles.servers} aria-label={t('server')}>
      {servers.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === server}
          onClick={() => setWanted(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
  return { server, buttons };
}
