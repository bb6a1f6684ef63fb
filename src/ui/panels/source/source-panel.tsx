/** Which upstream code the selection models, with which constants, and what is simpler here. */
import sources from 'virtual:sources';
import { useTexts } from '../../i18n';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { Constants } from './constants';
import { PurposeWords } from './purpose-words';
import styles from './source.module.css';
import { isOurs, leavesNothingOut, partsOf, type SourcePart } from './sources';
import { sourceTexts } from './texts';

type T = ReturnType<typeof useTexts<typeof sourceTexts.en>>;

/** Lines of a header in the order in which they are shown, after what they are modelled on. */
const TOLD = [
  'Wakes on',
  'Runs when',
  'Reads',
  'Writes',
  'Blocks',
  'If it is slow, if it fails',
] as const;

export function SourcePanel({ orrery, focus: { actor } }: PanelProps) {
  const t = useTexts(orrery, sourceTexts);
  const [own, ...others] = actor === undefined ? [] : partsOf(sources, actor);
  if (!own) {
    return (
      <div className={common.emptyState}>
        <strong>{actor === undefined ? t('nothing') : t('unknown', { actor })}</strong>
        <p className="dim">{t(actor === undefined ? 'nothing-text' : 'unknown-text')}</p>
      </div>
    );
  }
  return (
    // Another selection begins with its parts shut.
    <div key={actor} className={common.panel}>
      <div className={common.title}>
        <h2 translate="no">{actor}</h2>
        <p className="dim">{t('words-of-code')}</p>
      </div>
      <PartFacts orrery={orrery} part={own} t={t} />
      <Constants orrery={orrery} parts={[own, ...others]} />
      {others.length > 0 && (
        <section>
          <h3>{t('made-of')}</h3>
          {others.map((part) => (
            <details key={part.file} className={styles.part}>
              <summary>
                <PurposeWords orrery={orrery} part={part} />
              </summary>
              <PartFacts orrery={orrery} part={part} t={t} bare />
            </details>
          ))}
        </section>
      )}
    </div>
  );
}

interface PartProps extends Pick<PanelProps, 'orrery'> {
  readonly part: SourcePart;
  readonly t: T;
  /** What it is for is said already. */
  readonly bare?: boolean;
}

function PartFacts({ orrery, part, t, bare }: PartProps) {
  const marks = new Map(part.marks);
  const told = TOLD.filter((name) => marks.has(name));
  return (
    <div className={styles.facts}>
      {!bare && (
        <p>
          <PurposeWords orrery={orrery} part={part} />
        </p>
      )}
      <dl className={styles.marks}>
        <dt>{t('models')}</dt>
        {isOurs(part) ? (
          <dd>{t('ours')}</dd>
        ) : (
          <dd className={styles.code} translate="no" lang="en">
            {marks.get('Upstream')}
          </dd>
        )}
        <dt>{t('simplified')}</dt>
        <Simplified words={marks.get('Simplified')} t={t} />
        {told.map((name) => (
          <Told key={name} title={t(name)} words={marks.get(name) ?? ''} />
        ))}
        <dt>{t('file')}</dt>
        <dd className={styles.code} translate="no">
          {part.file}
        </dd>
      </dl>
    </div>
  );
}

function Told({ title, words }: { title: string; words: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd translate="no" lang="en">
        {words}
      </dd>
    </>
  );
}

function Simplified({ words, t }: { words: string | undefined; t: T }) {
  if (words === undefined) return <dd className="dim">{t('simplified-silent')}</dd>;
  if (leavesNothingOut(words)) return <dd>{t('simplified-nothing')}</dd>;
  return (
    <dd className={styles.simplified} translate="no" lang="en">
      {words}
    </dd>
  );
}
