import { ArrowDown, ArrowUp, LocateFixed, Plus, Trash2 } from 'lucide-react';
import { formatGoDuration, parseGoDuration } from '#base';
import { usePlayhead } from '../../playback';
import { TextField } from './fields';
import styles from './form.module.css';
import { useForm } from './form-context';
import { addStep, changeVerb, PROCESS_VERBS, type StepRow, setField } from './read-form';

/** A new step is put at a whole tenth of a second, µs. */
const TIME_GRAIN_US = 100_000;

export function TimelineSteps() {
  const { orrery, form, t, edit } = useForm();
  const now = Math.round(usePlayhead(orrery) / TIME_GRAIN_US) * TIME_GRAIN_US;
  const at = formatGoDuration(now as Parameters<typeof formatGoDuration>[0]);
  const isBefore = (text: string): boolean => (parseGoDuration(text) ?? 0) <= now;
  return (
    <>
      {form.steps.length === 0 && <p className="dim">{t('no-steps')}</p>}
      <ol className={styles.cards}>
        {form.steps.map((step, index) => (
          <li key={step.path.join('.')} className={styles.card}>
            <Step step={step} index={index} />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={`button ${styles.add}`}
        onClick={() => edit(addStep(form, at, isBefore))}
      >
        <Plus aria-hidden="true" />
        {t('add-step', { time: at })}
      </button>
    </>
  );
}

interface StepProps {
  readonly step: StepRow;
  readonly index: number;
}

function Step({ step, index }: StepProps) {
  const { form, t, edit, apply, faultAt } = useForm();
  const number = index + 1;
  const { path, at, verb, process, summary } = step;
  const isSimple = process !== undefined || verb === 'note' || verb === '';
  return (
    <div className={styles.step}>
      <div className={styles.head}>
        <TextField
          label={t('step-at', { number })}
          value={at}
          fault={faultAt([...path, 'at']) ?? faultAt(path)}
          drag={{ label: t('drag'), done: apply }}
          onCommit={(text) => edit(setField(form, [...path, 'at'], text))}
        />
        {isSimple ? (
          <select
            className={styles.input}
            aria-label={t('step-verb', { number })}
            value={verb}
            onChange={({ target }) => edit(changeVerb(form, step, target.value))}
          >
            {[...PROCESS_VERBS, 'note', ...(verb === '' ? [''] : [])].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <code className={styles.verb}>{verb}</code>
        )}
        <span className={styles.push} />
        <StepButtons step={step} index={index} />
      </div>
      {process === undefined ? (
        <p className={`dim ${styles.summary}`}>{summary[t.language]}</p>
      ) : (
        <ProcessField step={step} number={number} />
      )}
    </div>
  );
}

function ProcessField({ step, number }: { readonly step: StepRow; readonly number: number }) {
  const { form, t, edit, faultAt } = useForm();
  const names = form.servers.map(({ name }) => name);
  const process = step.process ?? '';
  const path = [...step.path, step.verb];
  return (
    <select
      className={styles.input}
      data-wide="true"
      aria-label={t('step-target', { number })}
      aria-invalid={faultAt(path) !== undefined}
      value={process}
      onChange={({ target }) => edit([{ kind: 'set', path, value: target.value }])}
    >
      {[...(names.includes(process) ? [] : [process]), ...names].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function StepButtons({ step, index }: StepProps) {
  const { form, t, edit, show } = useForm();
  const number = index + 1;
  const list = ['spec', 'timeline'];
  const buttons = [
    {
      label: t('step-earlier', { number }),
      Icon: ArrowUp,
      off: index === 0,
      act: () => edit([{ kind: 'move', path: list, from: index, to: index - 1 }]),
    },
    {
      label: t('step-later', { number }),
      Icon: ArrowDown,
      off: index === form.steps.length - 1,
      act: () => edit([{ kind: 'move', path: list, from: index, to: index + 1 }]),
    },
    {
      label: t('in-text-of', { what: `${step.at} ${step.verb}` }),
      Icon: LocateFixed,
      off: false,
      act: () => show(step.path),
    },
    {
      label: t('remove-step', { number }),
      Icon: Trash2,
      off: false,
      act: () => edit([{ kind: 'remove', path: step.path }]),
    },
  ];
  return buttons.map(({ label, Icon, off, act }) => (
    <button
      key={label}
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={off}
      onClick={act}
    >
      <Icon aria-hidden="true" />
    </button>
  ));
}
