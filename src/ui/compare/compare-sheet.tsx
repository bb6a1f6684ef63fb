/** What the run on screen can be compared with. */
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { InputFault } from '#base';
import type { Scenario } from '#protocol';
import { localText, useTexts, withTitle } from '../i18n';
import { useReasonWords } from '../opening/reason';
import { withSeed } from '../session/edit-scenario';
import { useShell } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import { Dialog } from '../widgets';
import { type Counter, counterOf, scenarioOfLink } from './choices';
import styles from './compare.module.css';
import { reasonsOf, startCompared } from './compared-run';
import { leave } from './comparison';
import { compareTexts } from './texts';

const LARGEST_SEED = 2 ** 32 - 1;

type Choose = (scenario: Scenario, label: string) => void;

export default function CompareSheet({ onClose }: { readonly onClose: () => void }) {
  const { orrery, comparison } = useShell();
  const t = useTexts(orrery, compareTexts);
  const shellText = useTexts(orrery, shellTexts);
  const { scenario, undo, redo, libraryName } = orrery.session.getState();
  const counter = useMemo(
    () => scenario && counterOf(scenario, libraryName),
    [scenario, libraryName],
  );
  if (!scenario) return null;
  const choose: Choose = (other, label) => {
    leave(comparison);
    const run = startCompared(orrery, other);
    comparison.setState({ current: { run, label, shown: 'a', difference: undefined } });
    onClose();
  };
  const [before, undone] = [undo.at(-1), redo.at(-1)];
  return (
    <Dialog title={t('title')} closeLabel={shellText('close')} onClose={onClose}>
      <p className="dim">{t('intro')}</p>
      <ul className={styles.choices}>
        <Entry
          title={t('before-act')}
          what={before ? t('before-act-what') : t('no-act')}
          onChoose={before && (() => choose(before, t('label-before')))}
        />
        {undone && (
          <Entry
            title={t('undone-act')}
            what={t('undone-act-what')}
            onChoose={() => choose(undone, t('label-undone'))}
          />
        )}
        <CounterEntry counter={counter} choose={choose} />
        <SeedForm scenario={scenario} choose={choose} />
        <LinkForm choose={choose} />
      </ul>
    </Dialog>
  );
}

interface EntryProps {
  readonly title: string;
  readonly what: string;
  readonly onChoose: (() => void) | undefined;
}

function Entry({ title, what, onChoose }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        className={`button ${styles.choice}`}
        data-first={onChoose ? '' : undefined}
        disabled={!onChoose}
        onClick={onChoose}
      >
        <strong>{title}</strong>
        <span className="dim">{what}</span>
      </button>
    </li>
  );
}

interface CounterEntryProps {
  readonly counter: Counter | undefined;
  readonly choose: Choose;
}

function CounterEntry({ counter, choose }: CounterEntryProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  const { language } = orrery.settings.getState();
  return (
    <Entry
      title={t('counter')}
      what={counter ? localText(counter.because, language) : t('no-counter')}
      onChoose={counter && (() => choose(counter.scenario, t('label-counter')))}
    />
  );
}

interface FormProps {
  readonly title: string;
  readonly what: string;
  readonly onSubmit: () => void;
  readonly fault: string | undefined;
  readonly children: ReactNode;
}

function ChoiceForm({ title, what, onSubmit, fault, children }: FormProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <li>
      <form className={styles.form} onSubmit={submit}>
        <strong>{title}</strong>
        <span className="dim">{what}</span>
        <div className={styles.row}>
          {children}
          <button
            type="submit"
            className="button"
            aria-label={withTitle(t('compare'), title, t.language)}
          >
            {t('compare')}
          </button>
        </div>
        {fault !== undefined && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </form>
    </li>
  );
}

interface SeedFormProps {
  readonly scenario: Scenario;
  readonly choose: Choose;
}

function SeedForm({ scenario, choose }: SeedFormProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  const current = orrery.session.getState().summary?.seed ?? scenario.spec.seed ?? 0;
  const [text, setText] = useState(String((current + 1) % LARGEST_SEED));
  const [fault, setFault] = useState<string>();
  const submit = (): void => {
    const seed = Number(text);
    const right = /^\d+$/.test(text.trim()) && seed <= LARGEST_SEED;
    if (right) choose(withSeed(scenario, seed), t('label-seed', { seed }));
    else setFault(t('seed-refused', { largest: LARGEST_SEED }));
  };
  return (
    <ChoiceForm title={t('seed')} what={t('seed-what')} onSubmit={submit} fault={fault}>
      <input
        className="text-field"
        aria-label={t('seed')}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ChoiceForm>
  );
}

function LinkForm({ choose }: { readonly choose: Choose }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  const [link, setLink] = useState('');
  const [faults, setFaults] = useState<readonly InputFault[]>();
  const words = useReasonWords(orrery);
  const fault = faults && reasonsOf(faults, words, t.language);
  const submit = (): void => {
    const read = scenarioOfLink(link);
    if (read.ok) choose(read.value, t('label-link', { name: read.value.metadata.name }));
    else setFaults(read.faults);
  };
  return (
    <ChoiceForm title={t('link')} what={t('link-what')} onSubmit={submit} fault={fault}>
      <input
        className="text-field mono"
        aria-label={t('link-field')}
        spellCheck={false}
        value={link}
        onChange={(event) => setLink(event.target.value)}
      />
    </ChoiceForm>
  );
}
