/** The scenario on screen under many seeds: how often what happens, and the seeds behind it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Scenario } from '#protocol';
import { useTexts } from '../i18n';
import { useReasonWords } from '../opening/reason';
import { useShell } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import { Dialog } from '../widgets';
import { type Exploration, type ExplorationState, explorationOf } from './exploration';
import styles from './explore.module.css';
import { BrokenSeeds, Findings } from './findings';
import { SeedsForm } from './seeds-form';
import { SweepSection } from './sweep-section';
import { exploreTexts } from './texts';

export default function ExploreSheet({ onClose }: { readonly onClose: () => void }) {
  const { orrery } = useShell();
  // The one on screen when the sheet was opened: nothing changes it while the sheet is open.
  const { scenario } = orrery.session.getState();
  if (!scenario) return null;
  return <Sheet scenario={scenario} onClose={onClose} />;
}

interface SheetProps {
  readonly scenario: Scenario;
  readonly onClose: () => void;
}

/** As many workers as the machine has cores; a page of some browsers is not told. */
const CORES = navigator.hardwareConcurrency || 2;

function Sheet({ scenario, onClose }: SheetProps) {
  const { orrery, client } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const shellText = useTexts(orrery, shellTexts);
  const exploration = explorationOf(orrery, scenario);
  const state = useStore(exploration.state);
  useEffect(() => {
    exploration.prepare(CORES);
    return () => exploration.release();
  }, [exploration]);
  const enter = (seed: number): void => {
    onClose();
    client.reseed(seed);
  };
  return (
    <Dialog title={t('title')} closeLabel={shellText('close')} onClose={onClose} wide>
      <p className="dim">{t('intro')}</p>
      <SeedsForm
        running={state.status === 'running'}
        onRun={(seeds) => exploration.start(scenario, seeds, CORES)}
        onStop={() => exploration.stop()}
      />
      <Progress exploration={exploration} />
      {state.results.length > 0 && (
        <>
          <Findings results={state.results} onEnter={enter} />
          <BrokenSeeds results={state.results} onEnter={enter} />
        </>
      )}
      <SweepSection scenario={scenario} workers={CORES} onClose={onClose} />
    </Dialog>
  );
}

const rateOf = ({ results, elapsedMs }: ExplorationState): string =>
  ((results.length * 1_000) / Math.max(elapsedMs, 1)).toFixed(1);

function Progress({ exploration }: { readonly exploration: Exploration }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const words = useReasonWords(orrery);
  const state = useStore(exploration.state);
  const { status, total, results, elapsedMs, reason } = state;
  if (status === 'idle') return null;
  const facts = { done: results.length, total, rate: rateOf(state) };
  const seconds = (elapsedMs / 1_000).toFixed(1);
  if (status === 'running') {
    const line = t('progress', { ...facts, workers: Math.min(CORES, total) });
    return (
      <div className={styles.progress}>
        <progress max={total} value={results.length} aria-label={line} />
        <span aria-hidden="true">{line}</span>
      </div>
    );
  }
  return (
    <p role="status" data-explored={status} className={status === 'failed' ? styles.fault : ''}>
      {status === 'failed'
        ? t('failed', { reason: words(reason) })
        : t(status, { ...facts, seconds })}
    </p>
  );
}
