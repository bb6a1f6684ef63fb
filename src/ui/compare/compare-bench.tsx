/** The workbench while two runs are compared: both timelines, and one of the two on stage. */
import { useMemo } from 'react';
import { FaultStrip } from '../faults/fault-strip';
import strip from '../faults/faults.module.css';
import { useTexts } from '../i18n';
import { INSPECTOR_PANELS, Stage } from '../panels';
import { Inspector } from '../panels/inspector';
import { useShell } from '../shell/shell-context';
import { Workbench, type WorkbenchProps } from '../shell/workbench';
import { Timeline } from '../timeline';
import styles from './compare.module.css';
import { CompareBar } from './compare-bar';
import type { Comparing } from './comparison';
import { compareTexts } from './texts';
import { useDifference, useDiffering, useWhoDiffers } from './use-comparison';

interface CompareBenchProps {
  readonly current: Comparing;
  /** The parts of the workbench that a comparison leaves alone. */
  readonly aside: Pick<WorkbenchProps, 'fold' | 'editor' | 'console' | 'consoleOpen'>;
}

export default function CompareBench({ current, aside }: CompareBenchProps) {
  const { orrery } = useShell();
  const other = current.run.orrery;
  useDifference(orrery, other);
  const differing = useDiffering(orrery, current);
  const names = useMemo(() => new Set(differing?.map(({ name }) => name)), [differing]);
  const shown = current.shown === 'a' ? orrery : other;
  return (
    <>
      <CompareBar current={current} differing={differing} />
      <Workbench
        {...aside}
        twofold
        stage={
          <div className={strip.withStrip}>
            {current.shown === 'a' ? <FaultStrip /> : <OtherStrip label={current.label} />}
            <Stage key={current.shown} orrery={shown} onAct={shown.acts.act} differing={names} />
          </div>
        }
        timeline={<TwoTimelines current={current} />}
        inspector={<Inspector key={current.shown} orrery={shown} panels={INSPECTOR_PANELS} />}
      />
    </>
  );
}

/** Says on the stage of the other run whose it is; faults are set off on the page's own. */
function OtherStrip({ label }: { readonly label: string }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  return (
    <div className={strip.strip}>
      <strong>{t('run-b', { label })}</strong>
    </div>
  );
}

function TwoTimelines({ current }: Pick<CompareBenchProps, 'current'>) {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  const about = useWhoDiffers(orrery, current);
  const runs = [
    { title: t('run-a'), of: orrery },
    { title: t('run-b', { label: current.label }), of: current.run.orrery },
  ];
  return (
    <div className={styles.two}>
      {runs.map(({ title, of }) => (
        <section key={title} className={styles.one} aria-label={title}>
          <h3>{title}</h3>
          <Timeline orrery={of} about={about} />
        </section>
      ))}
    </div>
  );
}
