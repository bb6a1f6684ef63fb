import { CircleAlert, CircleCheck, CircleDashed, CircleDotDashed } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatSpan, inARow, localText, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import rows from '../bar-rows.module.css';
import { hookNote } from './hook-notes';
import styles from './hooks.module.css';
import { type HookScale, scaleOf } from './scale';
import type { HookLine } from './select';
import { healthTexts } from './texts';

const ICONS = {
  waiting: CircleDashed,
  started: CircleDotDashed,
  succeeded: CircleCheck,
  failed: CircleAlert,
};

export interface HookRowsProps {
  readonly orrery: Orrery;
  readonly hooks: readonly HookLine[];
  readonly time: number;
  /** The hook that is selected, as `type name`; it is explained. */
  readonly selected: string | undefined;
  /** The time that all bars share; their own where it is missing. */
  readonly scale?: HookScale;
  /** What most hooks block, which is said once for all of them. */
  readonly usual?: string;
}

export function HookRows({ orrery, hooks, time, selected, scale, usual }: HookRowsProps) {
  const shared = scale ?? scaleOf(hooks, time);
  return (
    <ul className={styles.rows}>
      {hooks.map((hook) => (
        <HookRow
          key={hook.name}
          {...{ orrery, hook, time, usual }}
          scale={shared}
          selected={`${hook.type} ${hook.name}` === selected}
        />
      ))}
    </ul>
  );
}

interface HookRowProps extends Pick<HookRowsProps, 'orrery' | 'time' | 'usual'> {
  readonly hook: HookLine;
  readonly scale: HookScale;
  readonly selected: boolean;
}

function HookRow({ orrery, hook, time, usual, scale, selected }: HookRowProps) {
  const t = useTexts(orrery, healthTexts);
  const { name, phase, from, to, seq } = hook;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  const Icon = ICONS[phase];
  const length = scale.to - scale.from;
  const end = to ?? time;
  const tookUs = from === undefined ? undefined : end - from;
  const took =
    tookUs === undefined ? t('waiting') : tookUs === 0 ? t('at-once') : formatSpan(tookUs);
  return (
    <li ref={row}>
      <button
        type="button"
        className={rows.row}
        data-phase={phase}
        aria-expanded={selected}
        disabled={seq === undefined}
        onClick={() => seq !== undefined && goToRecord(orrery, seq)}
      >
        <Icon aria-hidden="true" />
        <span translate="no">{name}</span>
        <span className={`mono dim ${styles.took}`}>
          <span className="visually-hidden">{t(phase)} </span>
          {took}
        </span>
        <span className={rows.track} aria-hidden="true">
          {from !== undefined && (
            <span
              style={{
                marginInlineStart: `${(((from - scale.from) / length) * 100).toFixed(2)}%`,
                width: `${(((end - from) / length) * 100).toFixed(2)}%`,
              }}
            />
          )}
        </span>
      </button>
      {selected && <Explained orrery={orrery} hook={hook} usual={usual} />}
    </li>
  );
}

/** What a hook is for, what waits for it, and what follows when it is slow or fails. */
function Explained({ orrery, hook, usual }: Pick<HookRowProps, 'orrery' | 'hook' | 'usual'>) {
  const t = useTexts(orrery, healthTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const { description } = hook;
  if (!description) return null;
  const { purpose, blocks, ifSlow, ifFails, simplified } = description;
  const say = (text: typeof purpose): string => localText(text, language);
  return (
    <dl className={styles.explained}>
      <dd>{say(purpose)}</dd>
      {say(blocks) !== usual && (
        <>
          <dt>{t('blocks')}</dt>
          <dd>{say(blocks)}</dd>
        </>
      )}
      <dt>{t('if-slow')}</dt>
      <dd>{say(ifSlow)}</dd>
      <dt>{t('if-fails')}</dt>
      <dd>{say(ifFails)}</dd>
      {simplified.length > 0 && (
        <>
          <dt>{t('simplified')}</dt>
          <dd>
            {inARow(
              simplified.map((note) => hookNote(note, language)),
              language,
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
