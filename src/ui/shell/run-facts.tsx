import { ChartColumn, TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type ScenarioSpec, versionSkew, versionsOf } from '#protocol';
import { commandOf, commandTexts } from '../commands';
import { formatCount, namesInAList, useTexts, withKey, withTitle } from '../i18n';
import styles from './header.module.css';
import { useNotice } from './notice';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

const LARGEST_SEED = 4_294_967_295;

/** Seed, version and speed of the run on screen. */
export function RunFacts() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  const summary = useStore(orrery.session, (state) => state.summary);
  // A run of no length has no speed.
  const length = summary?.virtualSeconds ?? 0;
  const factor = summary && length > 0 ? length / Math.max(summary.wallSeconds, 0.001) : undefined;
  if (!scenario) return null;
  return (
    <div className={`${styles.facts} mono`}>
      <SeedField />
      <ManySeeds />
      <span translate="no">
        {t('kubernetes', { version: namesInAList(versionsOf(scenario.spec), t.language) })}
      </span>
      <SkewWarnings spec={scenario.spec} />
      {factor !== undefined && (
        <span>{t('real-time', { factor: formatCount(significant(factor)) })}</span>
      )}
    </div>
  );
}

/** Versions that the policy does not allow beside each other; a press says which, and why. */
function SkewWarnings({ spec }: { readonly spec: ScenarioSpec }) {
  const { orrery } = useShell();
  const { say } = useNotice();
  const t = useTexts(orrery, shellTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const found = versionSkew(spec);
  if (found.length === 0) return null;
  const skews = found.map(({ text }) => text[language]);
  const words = withTitle(t('version-skew'), skews.join(language === 'zh' ? '；' : '; '), language);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={words}
      title={words}
      onClick={() => say(words)}
    >
      <TriangleAlert aria-hidden="true" />
    </button>
  );
}

/** Next to the one seed, the way to many. */
function ManySeeds() {
  const shell = useShell();
  const name = useTexts(shell.orrery, commandTexts);
  const fixed = useStore(shell.orrery.session, (state) => state.fixed);
  if (fixed) return null;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name('explore')}
      title={withKey(name('explore'), '#', name.language)}
      onClick={() => commandOf('explore').run(shell)}
    >
      <ChartColumn aria-hidden="true" />
    </button>
  );
}

/** The seed as a field: a new one runs the scenario again when it is confirmed. */
function SeedField() {
  const { orrery, client } = useShell();
  const { say } = useNotice();
  const t = useTexts(orrery, shellTexts);
  const seed = useStore(orrery.session, (state) => state.scenario?.spec.seed ?? 0);
  const [text, setText] = useState(String(seed));
  useEffect(() => setText(String(seed)), [seed]);
  const confirm = (event?: FormEvent): void => {
    event?.preventDefault();
    const wanted = Number(text);
    const valid = text.trim() !== '' && Number.isInteger(wanted);
    if (valid && wanted >= 0 && wanted <= LARGEST_SEED) {
      client.reseed(wanted);
      return;
    }
    setText(String(seed));
    say(t('seed-refused', { largest: LARGEST_SEED }));
  };
  return (
    <form className={styles.seed} noValidate onSubmit={confirm}>
      <label title={t('seed-hint')}>
        {t('seed')}
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={LARGEST_SEED}
          step={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => confirm()}
        />
      </label>
    </form>
  );
}

/** Three significant digits: the rest is the machine's mood. */
function significant(n: number): number {
  return Number(n.toPrecision(3));
}
