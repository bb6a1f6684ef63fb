import { useState } from 'react';
import { useStore } from 'zustand';
import { Term } from '../../glosses/term';
import { formatCount, useTexts, withTitle } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import { ActorTable } from '../actor-table';
import type { Focus, PanelProps } from '../panel';
import common from '../panels.module.css';
import { follow } from './follow';
import { FollowList } from './follow-list';
import type { DeltaRow } from './informer-log';
import styles from './informers.module.css';
import { Queues } from './queues';
import { type InformerView, processesWithInformers, selectInformers, selectQueues } from './select';
import { StoreTable } from './store-table';
import { informerTexts } from './texts';

/** Changes of etcd that are named. */
const NAMED_MAX = 5;

/** A process's informers against etcd, the way of one change through them, and its queues. */
export function InformersPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, informerTexts);
  // More of the trace may have come.
  useStore(orrery.session, (state) => state.reached);
  const [wanted, setWanted] = useState<string>();
  const processes = processesWithInformers(orrery.index);
  const named = processes.find((name) => name === (focus.process ?? wanted));
  const process = named ?? (focus.process === undefined ? processes[0] : undefined);
  const informers = process === undefined ? [] : selectInformers(orrery.index, process, time);
  const shown = chosen(informers, focus);
  const choose = focus.process === undefined && processes.length > 1;
  return (
    <div className={common.panel}>
      {choose && (
        <fieldset className={styles.processes} aria-label={t('process')}>
          {processes.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.chip}
              aria-pressed={name === process}
              onClick={() => setWanted(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {shown === undefined || process === undefined ? (
        <div className={common.emptyState}>
          <strong>{t('none')}</strong>
          <p className="dim">{t('none-text')}</p>
        </div>
      ) : (
        <>
          <Informer key={shown.actor} {...{ orrery, focus, time }} view={shown} />
          <StoreTable key={`store of ${shown.actor}`} {...{ orrery, time }} actor={shown.actor} />
          <AllInformers {...{ orrery, process, informers, shown }} />
          <Queues
            {...{ orrery, process, time }}
            queues={selectQueues(orrery.index, process, time)}
          />
        </>
      )}
    </div>
  );
}

/** The one that is selected, else the one that took something in last. */
function chosen(views: readonly InformerView[], focus: Focus): InformerView | undefined {
  const selected = views.find(({ actor }) => actor === focus.actor);
  if (selected) return selected;
  const last = ({ deltas }: InformerView) => deltas[0]?.seq ?? -1;
  return views.reduce<InformerView | undefined>(
    (best, view) => (best === undefined || last(view) > last(best) ? view : best),
    undefined,
  );
}

interface InformerProps {
  readonly orrery: Orrery;
  readonly view: InformerView;
  readonly focus: Focus;
  readonly time: number;
}

function Informer({ orrery, view, focus, time }: InformerProps) {
  const t = useTexts(orrery, informerTexts);
  const [followed, setFollowed] = useState<number>();
  const { actor, state, items, known, newest, behind, deltas } = view;
  const delta =
    deltas.find(({ seq }) => seq === focus.seq) ??
    deltas.find(({ seq }) => seq === followed) ??
    deltas.find(({ key }) => focus.key?.endsWith(`/${key}`)) ??
    deltas[0];
  return (
    <>
      <div className={common.title}>
        <h2 translate="no">{actor}</h2>
        <p className="mono dim" translate="no">
          {state}
        </p>
      </div>
      <section className={common.card}>
        <dl className={styles.facts}>
          <div className={styles.part}>
            <dt>{t('items')}</dt>
            <dd>{formatCount(items)}</dd>
          </div>
          <div className={styles.part}>
            <dt>{t('known')}</dt>
            <dd>{formatCount(known)}</dd>
          </div>
          <div className={styles.part}>
            <dt>{t('newest')}</dt>
            <dd>{newest === 0 ? '-' : formatCount(newest)}</dd>
          </div>
        </dl>
        {behind.length === 0 ? (
          <p className={styles.said}>{t('up-to-date')}</p>
        ) : (
          <p className={styles.said} data-behind="">
            {withTitle(t('behind'), formatCount(behind.length), t.language)}{' '}
            {behind.slice(0, NAMED_MAX).map(({ seq, key }) => (
              <button
                key={seq}
                type="button"
                className="text-button"
                translate="no"
                onClick={() => goToRecord(orrery, seq)}
              >
                {key}
              </button>
            ))}
          </p>
        )}
      </section>
      <Deltas {...{ orrery, deltas, delta }} onChoose={setFollowed} />
      {delta && (
        <section>
          <h3>{t('follow', { key: delta.key })}</h3>
          <p className="dim">{t('follow-text')}</p>
          <FollowList orrery={orrery} hops={follow(orrery.index, delta.seq, time)} />
        </section>
      )}
    </>
  );
}

interface DeltasProps {
  readonly orrery: Orrery;
  readonly deltas: readonly DeltaRow[];
  readonly delta: DeltaRow | undefined;
  readonly onChoose: (seq: number) => void;
}

function Deltas({ orrery, deltas, delta, onChoose }: DeltasProps) {
  const t = useTexts(orrery, informerTexts);
  return (
    <section>
      <h3>
        <Term orrery={orrery} of="delta">
          {t('deltas')}
        </Term>
      </h3>
      {deltas.length === 0 && <p className="dim">{t('no-deltas')}</p>}
      <ul className={styles.deltas}>
        {deltas.map(({ seq, type, key }) => (
          <li key={seq}>
            <button
              type="button"
              className={styles.chip}
              translate="no"
              aria-pressed={seq === delta?.seq}
              onClick={() => onChoose(seq)}
            >
              {type} {key}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AllInformersProps {
  readonly orrery: Orrery;
  readonly process: string;
  readonly informers: readonly InformerView[];
  readonly shown: InformerView;
}

function AllInformers({ orrery, process, informers, shown }: AllInformersProps) {
  const t = useTexts(orrery, informerTexts);
  const term = (of: 'reflector' | 'resourceVersion', text: string) => (
    <Term orrery={orrery} of={of}>
      {text}
    </Term>
  );
  return (
    <section>
      <h3>
        <Term orrery={orrery} of="informer">
          {t('informers', { process })}
        </Term>
      </h3>
      <ActorTable
        {...{ orrery, shown }}
        head={t('resource')}
        lines={informers}
        columns={[
          {
            name: 'state',
            head: term('reflector', t('state')),
            cell: ({ state }) => state,
            verbatim: true,
          },
          { name: 'store', head: t('store'), cell: ({ items }) => formatCount(items) },
          {
            name: 'version',
            head: term('resourceVersion', t('version')),
            cell: ({ known }) => formatCount(known),
          },
          { name: 'lag', head: t('lag'), cell: ({ behind }) => formatCount(behind.length) },
        ]}
      />
    </section>
  );
}
