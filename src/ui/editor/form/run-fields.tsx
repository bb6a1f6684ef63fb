import { DEFAULT_LATENCIES, DEFAULT_PROFILE } from '#protocol';
import { TextField } from './fields';
import styles from './form.module.css';
import { useForm } from './form-context';
import { type Path, SPEC_ORDER, setField } from './read-form';

const FIELDS = [
  { key: 'seed', path: ['spec', 'seed'], placeholder: '0', number: true },
  { key: 'until', path: ['spec', 'until'], placeholder: '90s' },
  { key: 'start-delay', path: ['spec', 'startDelay'], placeholder: '400ms..1.5s' },
  {
    key: 'etcd-latency',
    path: ['spec', 'etcd', 'requestLatency'],
    placeholder: DEFAULT_LATENCIES.etcd,
  },
  {
    key: 'network-latency',
    path: ['spec', 'network', 'latency'],
    placeholder: DEFAULT_LATENCIES.network,
  },
  { key: 'network-loss', path: ['spec', 'network', 'loss'], placeholder: '0', number: true },
] as const;

/** The policy that is not the default. */
const ALWAYS = 'Always';

/** Seed, version, end, latencies. What is not given shows its default in grey. */
export function RunFields() {
  const { form, t, edit, apply, faultAt } = useForm();
  return (
    <div className={styles.grid}>
      {FIELDS.map(({ key, path, placeholder, ...rest }) => (
        <div key={key} className={styles.row}>
          <span>{t(key)}</span>
          <TextField
            label={t(key)}
            value={form.text(path)}
            placeholder={placeholder}
            fault={faultAt(path)}
            // Half a number would be rounded under the fingers.
            soon={!('number' in rest)}
            drag={{ label: t('drag'), done: apply }}
            onCommit={(text) => edit(setField(form, path, text, 'number' in rest))}
          />
        </div>
      ))}
      <ProfileField path={['spec', 'kubernetes']} />
      <RestartField path={['spec', 'restartPolicy']} />
    </div>
  );
}

function RestartField({ path }: { readonly path: Path }) {
  const { form, t, edit } = useForm();
  return (
    <div className={styles.row}>
      <span>{t('restart-policy')}</span>
      <select
        className={styles.input}
        aria-label={t('restart-policy')}
        value={form.text(path) === ALWAYS ? ALWAYS : ''}
        onChange={({ target }) => edit(setField(form, path, target.value))}
      >
        <option value="">{t('restart-never')}</option>
        <option value={ALWAYS}>{t('restart-always')}</option>
      </select>
    </div>
  );
}

function ProfileField({ path }: { readonly path: Path }) {
  const { form, t, edit, catalogue } = useForm();
  const chosen = form.text(path);
  const profiles = catalogue?.profiles ?? [];
  const known = chosen === '' || profiles.includes(chosen);
  return (
    <div className={styles.row}>
      <span>{t('kubernetes')}</span>
      <select
        className={styles.input}
        aria-label={t('kubernetes')}
        value={chosen}
        onChange={({ target }) =>
          edit(
            target.value === ''
              ? [{ kind: 'remove', path }]
              : [{ kind: 'set', path, value: target.value, order: SPEC_ORDER }],
          )
        }
      >
        <option value="">{t('default-profile', { version: DEFAULT_PROFILE })}</option>
        {!known && <option value={chosen}>{chosen}</option>}
        {profiles.map((profile) => (
          <option key={profile} value={profile}>
            {profile}
          </option>
        ))}
      </select>
    </div>
  );
}
