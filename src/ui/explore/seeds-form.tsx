import { type FormEvent, useState } from 'react';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './explore.module.css';
import { exploreTexts } from './texts';

const LARGEST_SEED = 2 ** 32 - 1;
/** What a page can hold and somebody waits for; the command line takes more. */
const MOST_SEEDS = 10_000;
const USUAL = 200;

interface SeedsFormProps {
  readonly running: boolean;
  readonly onRun: (seeds: readonly number[]) => void;
  readonly onStop: () => void;
}

/** Which seeds are run. */
export function SeedsForm({ running, onRun, onStop }: SeedsFormProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const [first, setFirst] = useState('0');
  const [count, setCount] = useState(String(USUAL));
  const from = wholeNumber(first, 0, LARGEST_SEED);
  const many = wholeNumber(count, 1, MOST_SEEDS);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (from === undefined || many === undefined) return;
    const last = Math.min(from + many - 1, LARGEST_SEED);
    onRun(Array.from({ length: last - from + 1 }, (_, index) => from + index));
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        label={t('first')}
        text={first}
        onText={setFirst}
        fault={from === undefined ? t('first-refused', { largest: LARGEST_SEED }) : undefined}
      />
      <Field
        label={t('count')}
        text={count}
        onText={setCount}
        fault={many === undefined ? t('count-refused', { most: MOST_SEEDS }) : undefined}
      />
      {/* Two buttons: one that became the other while it is clicked would start anew. */}
      {running ? (
        <button key="stop" type="button" className="button" onClick={onStop}>
          {t('stop')}
        </button>
      ) : (
        <button
          key="run"
          type="submit"
          className="button primary"
          data-first=""
          disabled={from === undefined || many === undefined}
        >
          {t('run')}
        </button>
      )}
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly fault: string | undefined;
}

function Field({ label, text, onText, fault }: FieldProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        className="text-field mono"
        inputMode="numeric"
        aria-invalid={fault !== undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {fault !== undefined && (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
    </label>
  );
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const found = Number(text);
  const right = /^\d+$/.test(text.trim()) && found >= least && found <= most;
  return right ? found : undefined;
}
