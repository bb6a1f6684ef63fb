import { useStore } from 'zustand';
import { useTexts } from '../../i18n';
import { isPaused } from '../../selected';
import { componentColour } from '../../theme/component-colour';
import { exitReason } from '../../why/exit-reason';
import { sentenceTexts } from '../../why/texts';
import { Breakable } from '../../widgets/breakable';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import styles from './machine.module.css';
import { machineActor, selectMachine } from './select';
import { machineTexts } from './texts';

type Phase = 'starting' | 'running' | 'terminating' | 'exited';
/** Phases of a process that have words of the page. */
const PHASES: ReadonlySet<string> = new Set<Phase>([
  'starting',
  'running',
  'terminating',
  'exited',
]);

/** With nothing selected: every process and what it is doing, to choose from. */
export function Overview({ orrery, time }: Pick<PanelProps, 'orrery' | 'time'>) {
  const t = useTexts(orrery, machineTexts);
  const why = useTexts(orrery, sentenceTexts);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  const { index } = orrery;
  const names = new Set(index.processes);
  for (const { name } of scenario?.spec.apiServers ?? []) names.add(name);
  const stateOf = (name: string): string => {
    const phase = index.processPhaseAt(name, time);
    if (!phase) return t('not-started');
    const word = PHASES.has(phase.phase) ? t(phase.phase as Phase) : phase.phase;
    if (phase.phase === 'exited') {
      return [word, exitReason(phase.reason, why)].filter(Boolean).join(' · ');
    }
    if (isPaused(index, name, time)) return 'SIGSTOP';
    // A state of the chart is called as in the chart, in every language.
    return selectMachine(index, undefined, machineActor(index, name), time)?.current ?? word;
  };
  return (
    <div className={common.panel}>
      <header className={common.title}>
        <h2>{t('overview')}</h2>
        <p className="dim">{t('overview-hint')}</p>
      </header>
      <ul className={styles.overview}>
        {[...names].map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.process}
              data-colour={componentColour(name)}
              onClick={() => orrery.selection.setState({ selected: { kind: 'actor', path: name } })}
            >
              <span className={common.dot} aria-hidden="true" />
              <span>{name}</span>
              <span className="mono dim">
                <Breakable text={stateOf(name)} dots />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
