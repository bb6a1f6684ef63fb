import { useRef } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../../i18n';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { useServerSwitch } from '../server-switch';
import { Chain, ChainParts } from './chain';
import styles from './health.module.css';
import type { ChainServer } from './life';
import { Moments, Termination } from './moments';
import { selectHealth } from './select';
import { healthTexts } from './texts';
import { VerboseAnswer } from './verbose-answer';

/** The chain of servers in a process with the hooks of each, and what its health checks say. */
export function HealthPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, healthTexts);
  const catalogue = useStore(orrery.session, (state) => state.catalogue);
  const parts = useRef(new Map<ChainServer, HTMLElement>());
  const { server, buttons } = useServerSwitch({ orrery, focus }, serversOf(orrery));
  if (server === undefined) {
    return (
      <div className={common.emptyState}>
        <strong>{t('no-server')}</strong>
        <p className="dim">{t('no-server-text')}</p>
      </div>
    );
  }
  const view = selectHealth(orrery.index, catalogue, server, time);
  const selected = selectedHook(orrery, focus);
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 className={buttons ? 'visually-hidden' : undefined}>{server}</h2>
        {buttons}
        <Moments orrery={orrery} life={view.life} />
        <Chain orrery={orrery} view={view} parts={parts.current} />
      </header>
      <div className={styles.columns}>
        <div className={styles.hooks}>
          <Termination {...{ orrery, view, time, selected }} />
          <ChainParts {...{ orrery, view, time, selected }} parts={parts.current} />
        </div>
        <VerboseAnswer orrery={orrery} time={time} view={view} />
      </div>
    </div>
  );
}

/**
 * The selected hook as `type name`; a hook of both types is the post-start one unless a record
 * says.
 */
function selectedHook({ trace }: PanelProps['orrery'], { actor, seq }: PanelProps['focus']) {
  const name = /^[^/]+\/hooks\/(.+)$/.exec(actor ?? '')?.[1];
  if (name === undefined) return undefined;
  const record = seq === undefined ? undefined : trace.table.recordOf(seq, 'hook');
  return `${record?.type ?? 'post-start'} ${name}`;
}

/** Processes that have hooks or health: the API servers. */
function serversOf({ index, session }: PanelProps['orrery']): readonly string[] {
  const named = session.getState().scenario?.spec.apiServers ?? [];
  return named.map(({ name }) => name).filter((name) => index.processes.includes(name));
}
