import { CircleAlert, CircleCheck, CircleDotDashed, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { Term } from '../../glosses/term';
import { formatClock, formatSpan, namesInAList, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import { exitReason } from '../../why/exit-reason';
import { sentenceTexts } from '../../why/texts';
import rows from '../bar-rows.module.css';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import styles from './controllers.module.css';
import { managers } from './manager-processes';
import {
  type ControllerLine,
  type ControllersView,
  type SharedBy,
  selectControllers,
  type Turn,
} from './select';
import { controllersTexts } from './texts';

const ICONS = {
  started: CircleDotDashed,
  synced: CircleCheck,
  disabled: CircleSlash,
  skipped: CircleSlash,
  'gate off': CircleSlash,
  failed: CircleAlert,
};

type Orrery = PanelProps['orrery'];
type Words = ReturnType<typeof useTexts<(typeof controllersTexts)['en']>>;

/** The start of a controller manager as a staircase, and how often it began. */
export function ControllersPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, controllersTexts);
  const [wanted, setWanted] = useState<string>();
  const all = managers(orrery.index);
  const shown = all.find((name) => name === (focus.process ?? wanted)) ?? all[0];
  if (shown === undefined) {
    return (
      <div className={common.emptyState}>
        <strong>{t('no-manager')}</strong>
        <p className="dim">{t('no-manager-text')}</p>
      </div>
    );
  }
  const view = selectControllers(orrery.index, shown, time);
  const choose = focus.process === undefined && all.length > 1;
  return (
    <div className={common.panel}>
      <header className={common.title}>
        <h2 className={choose ? 'visually-hidden' : undefined}>{shown}</h2>
        {choose && (
          <fieldset className={styles.managers} aria-label={t('manager')}>
            {all.map((name) => (
              <button
                key={name}
                type="button"
                className={styles.chip}
                aria-pressed={name === shown}
                onClick={() => setWanted(name)}
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
        <p>
          {view.state === 'standby' ? (
            <Term orrery={orrery} of="API Lease">
              {t(view.state)}
            </Term>
          ) : (
            t(view.state)
          )}
        </p>
      </header>
      <Staircase orrery={orrery} view={view} time={time} />
      <Shared orrery={orrery} shared={view.shared} />
      <Turns orrery={orrery} turns={view.turns} />
    </div>
  );
}

interface StaircaseProps {
  readonly orrery: Orrery;
  readonly view: ControllersView;
  readonly time: number;
}

function Staircase({ orrery, view, time }: StaircaseProps) {
  const t = useTexts(orrery, controllersTexts);
  if (view.lines.length === 0) return <p className="dim">{t('no-controllers')}</p>;
  return (
    <section aria-labelledby="controllers-staircase">
      <h3 id="controllers-staircase">{t('controllers')}</h3>
      <p className={styles.note}>{t('order-text')}</p>
      <p className={styles.note}>{t('model-text')}</p>
      <ol className={styles.rows}>
        {view.lines.map((line) => (
          <Step key={line.name} {...{ orrery, view, line, time }} />
        ))}
      </ol>
    </section>
  );
}

/** Reasons that are words; flags and gates stand as they are. */
const REASONS = {
  'there is no private key': 'reason-no-key',
  'no cloud provider': 'reason-no-cloud',
  'no signing files': 'reason-no-signing',
  'cannot specify default and per controller certs at the same time': 'reason-both-signing',
} as const;
const NOT_SERVED = /^(\S+) is not served$/;

/** Why a controller was not started, in the language of the page. */
function reasonIn(t: Words, reason: string): string {
  const key = REASONS[reason as keyof typeof REASONS];
  if (key !== undefined) return t(key);
  const resource = NOT_SERVED.exec(reason)?.[1];
  return resource === undefined ? reason : t('reason-not-served', { resource });
}

function Step({
  orrery,
  view: { from, to },
  line,
  time,
}: StaircaseProps & { readonly line: ControllerLine }) {
  const t = useTexts(orrery, controllersTexts);
  const { name, phase, reason, at, syncedAt, migrated, seq } = line;
  const Icon = ICONS[phase];
  const length = Math.max(1, to - from);
  const runs = phase === 'started' || phase === 'synced';
  const end = runs ? Math.min(syncedAt ?? time, to) : at;
  const percent = (us: number): string => `${((us / length) * 100).toFixed(2)}%`;
  const said = t(phase === 'synced' && syncedAt === at ? 'phase-at-once' : `phase-${phase}`, {
    reason: reasonIn(t, reason),
    span: syncedAt === undefined ? '' : formatSpan(syncedAt - at),
  });
  return (
    <li>
      <button
        type="button"
        className={rows.row}
        data-phase={phase}
        onClick={() => goToRecord(orrery, seq)}
      >
        <Icon aria-hidden="true" />
        <span translate="no">{name}</span>
        <span className="mono dim">{formatClock(at)}</span>
        <span className={styles.said}>
          {said}
          {migrated && ` · ${t('migrated')}`}
        </span>
        <span className={rows.track} aria-hidden="true">
          <span
            style={{ marginInlineStart: percent(at - from), width: percent(Math.max(0, end - at)) }}
          />
        </span>
      </button>
    </li>
  );
}

/** Each cache is there once; who needs it, shares it. */
function Shared({
  orrery,
  shared,
}: {
  readonly orrery: Orrery;
  readonly shared: readonly SharedBy[];
}) {
  const t = useTexts(orrery, controllersTexts);
  if (shared.length === 0) return null;
  return (
    <section aria-labelledby="controllers-shared">
      <h3 id="controllers-shared">{t('shared')}</h3>
      <p className={styles.note}>{t('shared-text')}</p>
      <dl className={styles.shared} translate="no">
        {shared.map(({ informer, controllers }) => (
          <div key={informer}>
            <dt className="mono">{informer}</dt>
            <dd>{namesInAList(controllers, t.language)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Turns({ orrery, turns }: { readonly orrery: Orrery; readonly turns: readonly Turn[] }) {
  const t = useTexts(orrery, controllersTexts);
  const why = useTexts(orrery, sentenceTexts);
  if (turns.length === 0) return null;
  return (
    <section aria-labelledby="controllers-turns">
      <h3 id="controllers-turns">{t('turns')}</h3>
      <ol className={styles.rows}>
        {turns.map(({ kind, at, until, reason, exitCode, seq }) => (
          <li key={seq}>
            <button
              type="button"
              className={styles.turn}
              data-kind={kind}
              onClick={() => goToRecord(orrery, seq)}
            >
              <span className="mono dim">{formatClock(at)}</span>
              <span>
                {t(`turn-${kind}`, {
                  reason: exitReason(reason, why),
                  code: String(exitCode ?? ''),
                  time: until === undefined ? '' : formatClock(until),
                })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
