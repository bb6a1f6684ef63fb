/**
 * What became of opened files: what is started, what was left out and why. Loaded when needed.
 */
import { useEffect } from 'react';
import type { InputFault } from '#base';
import type { ImportNote, Opened } from '#protocol';
import { commandOf } from '../commands';
import { inARow, namesInAList, useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import type { OpenReport } from '../stores';
import { Dialog } from '../widgets';
import styles from './opening.module.css';
import { Reason } from './reason';
import { reportTexts } from './report-texts';

/** Most things that one reason lists by name. */
const LISTED_MAX = 6;

export default function Report({ report }: { readonly report: OpenReport }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, reportTexts);
  const { opened } = report;
  useEffect(() => orrery.playback.setState({ playing: false }), [orrery]);
  const close = (): void => orrery.session.setState({ report: undefined });
  if (opened.kind === 'trace') return null;
  const refused = opened.kind === 'refused';
  const partial = opened.faults.length > 0;
  const title = refused ? 'refused-title' : partial ? 'partial-title' : 'opened-title';
  return (
    <Dialog title={t(title)} closeLabel={t('close')} onClose={close}>
      <div className={styles.report} data-report={refused ? 'refused' : 'opened'}>
        {opened.kind === 'scenario' ? (
          <Started opened={opened} />
        ) : (
          <p className="dim">{t('refused-text')}</p>
        )}
        <Faults faults={opened.faults} />
        {opened.kind === 'scenario' && <Notes notes={opened.notes} />}
        <Choices refused={refused} onClose={close} />
      </div>
    </Dialog>
  );
}

type OpenedScenario = Extract<Opened, { kind: 'scenario' }>;

function Started({ opened }: { readonly opened: OpenedScenario }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, reportTexts);
  const { scenario, servers, components, objects } = opened;
  const { kubernetes = '1.27', until, apiServers = [] } = scenario.spec;
  return (
    <>
      {servers.length > 0 && (
        <div>
          <p>{servers.length === 1 ? t('servers-one') : t('servers', { count: servers.length })}</p>
          <ul className={styles.servers}>
            {apiServers
              .filter(({ name }) => servers.includes(name))
              .map(({ name, flags = [] }) => (
                <li key={name}>
                  <strong translate="no">{name}</strong>
                  <code>{addressOf(flags)}</code>
                </li>
              ))}
          </ul>
        </div>
      )}
      {components.length > 0 && (
        <div>
          <p>{t('components')}</p>
          <ul className={styles.servers}>
            {components.map((name) => (
              <li key={name}>
                <strong translate="no">{name}</strong>
              </li>
            ))}
          </ul>
        </div>
      )}
      {objects > 0 && <p>{objects === 1 ? t('objects-one') : t('objects', { count: objects })}</p>}
      <p className="dim">
        {inARow([t('runs-as', { version: kubernetes, until }), t('undo-text')], t.language)}
      </p>
    </>
  );
}

function addressOf(flags: readonly string[]): string {
  const value = (name: string): string | undefined =>
    flags.findLast((flag) => flag.startsWith(`${name}=`))?.slice(name.length + 1);
  const port = value('--secure-port') ?? '6443';
  const address = value('--advertise-address') ?? value('--bind-address') ?? '';
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Some readers of files find the same fault on more than one way. */
function eachOnce(faults: readonly InputFault[]): readonly (readonly [string, InputFault])[] {
  const keyOf = ({ file, path, document, line, column, reason }: InputFault): string =>
    JSON.stringify([file, path, document, line, column, reason]);
  return [...new Map(faults.map((fault) => [keyOf(fault), fault]))];
}

function Faults({ faults }: { readonly faults: readonly InputFault[] }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, reportTexts);
  if (faults.length === 0) return null;
  return (
    <section>
      <h3>{t('refused-files')}</h3>
      <ul className={styles.faults}>
        {eachOnce(faults).map(([key, { file = '', path, reason, line, column, document }]) => (
          <li key={key}>
            <span className={styles.place}>
              <Name>{file === '' ? path : file}</Name>
              {document !== undefined && <span>{t('document', { number: document })}</span>}
              {file !== '' && path !== 'document' && <code>{path}</code>}
              {line !== undefined && <span>{t('line', { line, column: column ?? 1 })}</span>}
            </span>
            <Reason orrery={orrery} reason={reason} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Notes with one file, place and reason, told once with all that they are about. */
interface Group {
  readonly note: ImportNote;
  readonly abouts: string[];
  readonly documents: Set<number>;
}

function grouped(notes: readonly ImportNote[]): Group[] {
  const groups = new Map<string, Group>();
  for (const note of notes) {
    const sameField = note.about === undefined || note.leftOut;
    const field = sameField ? note.field : `${note.field} ${note.about}`;
    const key = JSON.stringify([note.file, field, note.reason]);
    const group = groups.get(key) ?? { note, abouts: [], documents: new Set() };
    if (note.document !== undefined) group.documents.add(note.document);
    if (note.about !== undefined) group.abouts.push(note.about);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function Notes({ notes }: { readonly notes: readonly ImportNote[] }) {
  const left = notes.filter(({ leftOut }) => leftOut);
  const told = notes.filter(({ leftOut }) => !leftOut);
  return (
    <>
      <NoteList title="left-out" groups={grouped(left)} />
      <NoteList title="changed" groups={grouped(told)} />
    </>
  );
}

interface NoteListProps {
  readonly title: 'left-out' | 'changed';
  readonly groups: readonly Group[];
}

function NoteList({ title, groups }: NoteListProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, reportTexts);
  if (groups.length === 0) return null;
  return (
    <section>
      <h3>{t(title)}</h3>
      <ul className={styles.notes}>
        {groups.map(({ note: { file, field, reason }, abouts, documents }) => (
          <li key={`${file} ${field} ${reason} ${abouts[0]}`}>
            <span className={styles.place}>
              {file !== undefined && <Name>{file}</Name>}
              {documents.size > 0 && (
                <span>
                  {t('document', { number: namesInAList([...documents].map(String), t.language) })}
                </span>
              )}
              {abouts.slice(0, LISTED_MAX).map((about) => (
                <Name key={about}>{about}</Name>
              ))}
              {abouts.length > LISTED_MAX && (
                <span>{t('more', { count: abouts.length - LISTED_MAX })}</span>
              )}
              {field !== undefined && <code>{field}</code>}
            </span>
            <Reason orrery={orrery} reason={reason} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A name from a file: it is the same in every language. */
const Name = ({ children }: { readonly children: string }) => (
  <span translate="no">{children}</span>
);

function Choices({
  refused,
  onClose,
}: {
  readonly refused: boolean;
  readonly onClose: () => void;
}) {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, reportTexts);
  const hasRun = orrery.trace.table.length > 0;
  return (
    <div className={styles.choices}>
      <button type="button" className="button primary" data-first="" onClick={onClose}>
        {refused ? t(hasRun ? 'keep-old' : 'close') : t('look')}
      </button>
      {refused ? (
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose();
            commandOf('open').run(shell);
          }}
        >
          {t('choose-others')}
        </button>
      ) : null}
    </div>
  );
}
