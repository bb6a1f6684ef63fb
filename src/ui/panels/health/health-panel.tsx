import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { formatClock, formatSpan, localText, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import styles from './health.module.css';
import {
  checkLines,
  ENDPOINTS,
  type HealthEndpoint,
  type HealthView,
  type HookLine,
  selectHealth,
} from './select';
import { healthTexts } from './texts';

export function HealthPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, healthTexts);
  const catalogue = useStore(orrery.session, (state) => state.catalogue);
  const [wanted, setWanted] = useState<string>();
  const servers = serversOf(orrery);
  const server = servers.find((name) => name === (focus.process ?? wanted)) ?? servers[0];
  if (server === undefined) {
    return (
      <div className={common.emptyState}>
        <strong>{t('no-server')}</strong>
        <p className="dim">{t('no-server-text')}</p>
      </div>
    );
  }
  const view = selectHealth(orrery.index, catalogue, server, time);
  return (
    <div className={common.panel}>
      <header className={common.title}>
        <h2>{server}</h2>
        {view.answers.size === 0 && <p className="dim">{t('not-running')}</p>}
      </header>
      {focus.process === undefined && (
        <fieldset className={styles.servers} aria-label={t('server')}>
          {servers.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.chip}
              aria-pressed={name === server}
              onClick={() => setWanted(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <div className={styles.columns}>
        <div className={styles.hooks}>
          <Hooks orrery={orrery} hooks={view.hooks} type="post-start" />
          <Hooks orrery={orrery} hooks={view.hooks} type="pre-shutdown" />
        </div>
        <Verbose orrery={orrery} time={time} view={view} />
      </div>
    </div>
  );
}

/** Processes that have hooks or health: the API servers. */
export function serversOf({ index, session }: PanelProps['orrery']): readonly string[] {
  const named = session.getState().scenario?.spec.apiServers ?? [];
  return named.map(({ name }) => name).filter((name) => index.processes.includes(name));
}

const ICONS = { started: CircleDashed, succeeded: CircleCheck, failed: CircleAlert };

interface HooksProps extends Pick<PanelProps, 'orrery'> {
  readonly hooks: readonly HookLine[];
  readonly type: HookLine['type'];
}

function Hooks({ orrery, hooks, type }: HooksProps) {
  const t = useTexts(orrery, healthTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const own = hooks.filter((hook) => hook.type === type);
  return (
    <section>
      <h3>{t(type)}</h3>
      {own.length === 0 && <p className="dim">{t('no-hooks')}</p>}
      <ul>
        {own.map(({ name, phase, tookUs, seq, description }) => {
          const Icon = ICONS[phase];
          const simplified = description?.simplified.map((text) => t('simplified', { text })) ?? [];
          const purpose = localText(description?.purpose, language);
          return (
            <li key={name}>
              <button
                type="button"
                className={styles.hook}
                data-phase={phase}
                title={[purpose, ...simplified].filter(Boolean).join('\n')}
                onClick={() => goToRecord(orrery, seq)}
              >
                <Icon aria-hidden="true" />
                <span>{name}</span>
                <span className="mono dim">
                  {`${t(phase)} ${t('took', { span: formatSpan(tookUs) })}`}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface VerboseProps extends Pick<PanelProps, 'orrery' | 'time'> {
  readonly view: HealthView;
}

function Verbose({ orrery, time, view }: VerboseProps) {
  const t = useTexts(orrery, healthTexts);
  const [endpoint, setEndpoint] = useState<HealthEndpoint>('readyz');
  const answer = view.answers.get(endpoint);
  const good = answer?.code === 200;
  const lines = checkLines(view, endpoint);
  return (
    <section className={styles.verbose}>
      <fieldset className={styles.endpoints} aria-label={t('title')}>
        {ENDPOINTS.map((name) => {
          const code = view.answers.get(name)?.code;
          return (
            <button
              key={name}
              type="button"
              className={styles.endpoint}
              aria-pressed={name === endpoint}
              data-good={code === undefined ? undefined : code === 200}
              onClick={() => setEndpoint(name)}
            >
              <code>/{name}</code> <strong className="mono">{code ?? '–'}</strong>
            </button>
          );
        })}
      </fieldset>
      <p className="dim mono">{t('verbose', { endpoint, time: formatClock(time) })}</p>
      {answer ? (
        <pre>
          {lines.map(({ name, ok }) => (
            <span key={name} data-ok={ok}>
              {ok ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`}
            </span>
          ))}
          <strong data-ok={good}>{t(good ? 'passed' : 'check-failed', { endpoint })}</strong>
        </pre>
      ) : (
        <p className="dim">{t('no-answer')}</p>
      )}
      {answer && (
        <button
          type="button"
          className="text-button dim"
          onClick={() => goToRecord(orrery, answer.seq)}
        >
          {t('since', { time: formatClock(answer.t) })}
        </button>
      )}
    </section>
  );
}
