import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { FlagDescription } from '#protocol';
import { numberAt } from '../step-number';
import { TextField } from './fields';
import styles from './form.module.css';
import { useForm } from './form-context';
import { addFlag, addServer, type FlagRow, type ServerRow, setField } from './read-form';

export function Servers() {
  const { form, t, edit } = useForm();
  return (
    <>
      <ul className={styles.cards}>
        {form.servers.map((server) => (
          <li key={server.path.join('.')} className={styles.card}>
            <Server server={server} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`button ${styles.add}`}
        onClick={() => edit(addServer(form))}
      >
        <Plus aria-hidden="true" />
        {t('add-server')}
      </button>
    </>
  );
}

function Server({ server }: { readonly server: ServerRow }) {
  const { form, t, edit, apply, faultAt, show } = useForm();
  const { path, name, startAt, flags, manifest } = server;
  return (
    <fieldset aria-label={name || t('section-servers')}>
      <div className={styles.head}>
        <TextField
          label={t('name')}
          value={name}
          wide
          fault={faultAt([...path, 'name'])}
          onCommit={(text) => edit(setField(form, [...path, 'name'], text))}
        />
        <TextField
          label={t('start-at')}
          value={startAt}
          placeholder="0s"
          fault={faultAt([...path, 'startAt'])}
          drag={{ label: t('drag'), done: apply }}
          onCommit={(text) => edit(setField(form, [...path, 'startAt'], text))}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t('remove-server', { name })}
          title={t('remove-server', { name })}
          onClick={() => edit([{ kind: 'remove', path }])}
        >
          <Trash2 aria-hidden="true" />
        </button>
      </div>
      {manifest && (
        <p className="dim">
          {t('from-manifest')}{' '}
          <button
            type="button"
            className={`text-button ${styles.link}`}
            onClick={() => show([...path, 'manifest'])}
          >
            {t('in-text')}
          </button>
        </p>
      )}
      {!manifest && flags.length === 0 && <p className="dim">{t('no-flags')}</p>}
      {flags.length > 0 && (
        <ul className={styles.flags} aria-label={t('flags')}>
          {flags.map((flag) => (
            <Flag key={flag.path.join('.')} flag={flag} />
          ))}
        </ul>
      )}
      {!manifest && <AddFlag server={server} />}
    </fieldset>
  );
}

/** Whether a value ends in a number that can be dragged; an address is none. */
const hasNumber = (value = ''): boolean => numberAt(value, value.length) !== undefined;

function Flag({ flag }: { readonly flag: FlagRow }) {
  const { t, edit, apply, catalogue } = useForm();
  const { path, name, value } = flag;
  const known = catalogue?.flags.find((each) => each.name === name);
  return (
    <li className={styles.flag}>
      <code>--{name}</code>
      <TextField
        label={`--${name}`}
        value={value ?? ''}
        wide
        placeholder={known?.default}
        drag={hasNumber(value) ? { label: t('drag'), done: apply } : undefined}
        onCommit={(text) => edit([{ kind: 'set', path, value: `--${name}=${text}` }])}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t('remove-flag', { flag: `--${name}` })}
        title={t('remove-flag', { flag: `--${name}` })}
        onClick={() => edit([{ kind: 'remove', path }])}
      >
        <Trash2 aria-hidden="true" />
      </button>
      <FlagNote known={known} loaded={catalogue !== undefined} />
    </li>
  );
}

interface FlagNoteProps {
  readonly known: FlagDescription | undefined;
  readonly loaded: boolean;
}

/** The default, and whether it does anything here. */
function FlagNote({ known, loaded }: FlagNoteProps) {
  const { t } = useForm();
  if (!known) return loaded ? <small className={styles.bad}>{t('flag-unknown')}</small> : null;
  const byDefault =
    known.default === '' ? t('flag-no-default') : t('flag-default', { value: known.default });
  return (
    <small className="dim">
      {byDefault}
      {!known.modelled && ` · ${t('flag-unmodelled')}`}
    </small>
  );
}

/** A flag by its name, with the known ones to choose from. */
function AddFlag({ server }: { readonly server: ServerRow }) {
  const { t, edit, catalogue } = useForm();
  const [name, setName] = useState('');
  const listId = useId();
  const bare = name.trim().replace(/^--?/, '');
  const known = catalogue?.flags.find((each) => each.name === bare);
  const add = (): void => {
    if (!known) return;
    edit(addFlag(server, known.name, known.default));
    setName('');
  };
  return (
    <div className={styles.addFlag}>
      <input
        className={styles.input}
        data-wide="true"
        aria-label={t('add-flag-label', { name: server.name })}
        placeholder="--…"
        list={listId}
        value={name}
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add();
        }}
      />
      <datalist id={listId}>
        {catalogue?.flags.map((flag) => (
          <option key={flag.name} value={`--${flag.name}`}>
            {flag.default}
          </option>
        ))}
      </datalist>
      <button type="button" className="button" disabled={!known} onClick={add}>
        {t('add-flag')}
      </button>
    </div>
  );
}
