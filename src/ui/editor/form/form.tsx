import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatPath } from '#protocol';
import { useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import { faultWords } from '../fault-words';
import type { EditorSession } from '../session';
import { editorTexts } from '../texts';
import { Expectations } from './expectations';
import styles from './form.module.css';
import { type FormContext, FormPlace } from './form-context';
import { readForm } from './read-form';
import { RunFields } from './run-fields';
import { Servers } from './servers';
import { TimelineSteps } from './timeline';

export interface FormProps {
  readonly orrery: Orrery;
  readonly session: EditorSession;
  readonly onApply: () => void;
}

/** The common parts of a scenario; each change touches only its own part of the text. */
export function Form({ orrery, session, onApply }: FormProps) {
  const t = useTexts(orrery, editorTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const catalogue = useStore(orrery.session, (state) => state.catalogue);
  const examined = useStore(session.model, (model) => model.examined);
  const faults = useStore(session.model, (model) => model.faults);
  const changed = useStore(session.model, (model) => model.changed);
  const context = useMemo((): FormContext => {
    const byPath = new Map(faults.map(({ path, reason }) => [path, reason]));
    return {
      orrery,
      form: readForm(examined.value),
      t,
      catalogue,
      faults,
      edit: (edits) => session.edit(edits),
      apply: onApply,
      show: (path) => session.show(examined.place([{ path: formatPath(path), reason: '' }])[0]),
      faultAt: (path) => {
        const reason = byPath.get(formatPath(path));
        return reason === undefined ? undefined : faultWords(reason, language);
      },
    };
  }, [orrery, session, examined, faults, catalogue, language, t, onApply]);
  if (!examined.readable) {
    return (
      <section className={styles.form} aria-label={t('form-label')}>
        <p className="dim">{t('form-waits', { line: faults[0]?.line ?? 1 })}</p>
      </section>
    );
  }
  return (
    <FormPlace value={context}>
      <section className={styles.form} aria-label={t('form-label')}>
        <h3>{t('section-run')}</h3>
        <RunFields />
        <h3>
          {t('section-servers')} <span className="dim">{context.form.servers.length}</span>
        </h3>
        <Servers />
        <h3>
          {t('section-timeline')} <span className="dim">{context.form.steps.length}</span>
        </h3>
        <TimelineSteps />
        <h3>{t('section-expect')}</h3>
        <Expectations changed={changed} />
      </section>
    </FormPlace>
  );
}
