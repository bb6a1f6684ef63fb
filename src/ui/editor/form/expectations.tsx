import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useStore } from 'zustand';
import { expectationName } from '../../outcome/expectation-names-zh';
import styles from './form.module.css';
import { useForm } from './form-context';

/** What is expected, and how it went in the run of exactly this text. */
export function Expectations({ changed }: { readonly changed: boolean }) {
  const { orrery, form, t, show } = useForm();
  const summary = useStore(orrery.session, (state) => state.summary);
  if (form.expectations.length === 0) return <p className="dim">{t('no-expect')}</p>;
  return (
    <ul className={styles.expectations}>
      {form.expectations.map(({ path, name }, index) => {
        const result = changed ? undefined : summary?.expectations[index];
        const word = result ? t(result.ok ? 'held' : 'broken') : t('not-decided');
        const Icon = result ? (result.ok ? CircleCheck : CircleX) : CircleDashed;
        return (
          <li key={path.join('.')} data-held={result?.ok}>
            <Icon aria-label={word} role="img" />
            <button
              type="button"
              className="text-button"
              title={t('in-text')}
              onClick={() => show(path)}
            >
              {expectationName(name, t.language)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
