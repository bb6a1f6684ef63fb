import { Fragment } from 'react';
import { useStore } from 'zustand';
import { formatClock, formatSpan, localText, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import styles from './health.module.css';
import { HookRows } from './hook-rows';
import type { BuiltPart, ChainServer } from './life';
import { type HookScale, scaleOf } from './scale';
import type { ChainPart, HealthView } from './select';
import { healthTexts } from './texts';

export interface ChainProps {
  readonly orrery: Orrery;
  readonly view: HealthView;
  /** Where each server's hooks stand on the page. */
  readonly parts: Map<ChainServer, HTMLElement>;
}

/** The servers of the chain in the order in which they are built; a click leads to the hooks. */
export function Chain({ orrery, view, parts }: ChainProps) {
  const t = useTexts(orrery, healthTexts);
  const { chain, life } = view;
  if (!life.state) return null;
  return (
    <nav className={styles.chain} aria-label={t('chain')} title={t('chain-text')}>
      {chain.map((part, place) => (
        <Fragment key={part.server}>
          {place > 0 && <span aria-hidden="true">→</span>}
          <button
            type="button"
            className={styles.link}
            translate="no"
            data-state={stateOf(part, life.built.get(part.server))}
            onClick={() => parts.get(part.server)?.scrollIntoView({ block: 'start' })}
          >
            {part.server}
            <span className="mono">{`${doneOf(part)}/${part.hooks.length}`}</span>
          </button>
        </Fragment>
      ))}
    </nav>
  );
}

export interface ChainPartsProps extends ChainProps {
  readonly time: number;
  /** The selected hook, as `type name`. */
  readonly selected: string | undefined;
}

/** The hooks of each server, on one scale of time. */
export function ChainParts({ orrery, view, parts, time, selected }: ChainPartsProps) {
  const t = useTexts(orrery, healthTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const { chain, life } = view;
  if (!life.state) return null;
  const hooks = chain.flatMap((part) => part.hooks);
  const scale = scaleOf(hooks, time);
  const usual = mostSaid(hooks.map(({ description }) => localText(description?.blocks, language)));
  return (
    <>
      {usual !== '' && <p className={`dim ${styles.usual}`}>{t('each-blocks', { what: usual })}</p>}
      {chain.map((part) => (
        <section
          key={part.server}
          ref={(element) => {
            if (element) parts.set(part.server, element);
          }}
        >
          <Heading orrery={orrery} part={part} built={life.built.get(part.server)} />
          <Rows {...{ orrery, part, time, scale, usual, selected }} />
        </section>
      ))}
    </>
  );
}

const doneOf = ({ hooks }: ChainPart): number =>
  hooks.filter(({ phase }) => phase === 'succeeded').length;

function stateOf(part: ChainPart, built: BuiltPart | undefined): string {
  if (!built) return 'ahead';
  if (built.to === undefined) return 'building';
  if (part.hooks.some(({ phase }) => phase === 'failed')) return 'failed';
  return doneOf(part) === part.hooks.length && part.hooks.length > 0 ? 'done' : 'waiting';
}

function mostSaid(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

interface HeadingProps extends Pick<ChainProps, 'orrery'> {
  readonly part: ChainPart;
  readonly built: BuiltPart | undefined;
}

/** The server's name, and when it was built. */
function Heading({ orrery, part, built }: HeadingProps) {
  const t = useTexts(orrery, healthTexts);
  return (
    <div className={styles.heading}>
      <h3 translate="no">{part.server}</h3>
      {built ? (
        <button
          type="button"
          className="text-button dim"
          title={built.groups.join('\n')}
          onClick={() => goToRecord(orrery, built.seq)}
        >
          {built.to === undefined
            ? t('building', { time: formatClock(built.from) })
            : t('built', { time: formatClock(built.to), span: formatSpan(built.to - built.from) })}
          {built.groups.length === 1 && ` · ${t('groups-one')}`}
          {built.groups.length > 1 && ` · ${t('groups', { count: built.groups.length })}`}
        </button>
      ) : (
        <span className="dim">{t('not-built')}</span>
      )}
    </div>
  );
}

interface RowsProps extends Pick<ChainPartsProps, 'orrery' | 'time' | 'selected'> {
  readonly part: ChainPart;
  readonly scale: HookScale;
  readonly usual: string;
}

function Rows({ orrery, part, time, scale, usual, selected }: RowsProps) {
  const t = useTexts(orrery, healthTexts);
  if (part.hooks.length === 0) return <p className={`dim ${styles.none}`}>{t('no-hooks')}</p>;
  return <HookRows {...{ orrery, time, scale, usual, selected }} hooks={part.hooks} />;
}
