import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { asTime } from '#base';
import type { Seq } from '#trace';
import { formatClock, useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import type { Hop } from './hops';
import { type Follower, type Journey, journeyOf } from './journey';
import styles from './journey.module.css';
import { writeInQuestion } from './question';
import { journeyTexts } from './texts';
import { Standing, Way, type WayProps } from './way';

/** One write, from etcd to what the controllers asked for because of it. */
export function JourneyPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, journeyTexts);
  // More of the trace may have come.
  const reached = useStore(orrery.session, (state) => state.reached);
  const { table } = orrery.trace;
  // Who jumps to a hop goes on following the same write.
  const [pinned, setPinned] = useState<{ readonly seq: Seq; readonly write: Seq }>();
  const asked =
    pinned !== undefined && pinned.seq === focus.seq
      ? pinned.write
      : writeInQuestion(orrery.index, focus, time);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the trace grows with what is reached
  const journey = useMemo(
    () => (asked === undefined ? undefined : journeyOf(orrery.index, asked)),
    [orrery, asked, reached, table.length],
  );
  if (!journey) {
    return (
      <div className={common.emptyState}>
        <strong>{t('none')}</strong>
        <p className="dim">{t('none-text')}</p>
      </div>
    );
  }
  const go = ({ seq, at }: Pick<Hop, 'seq' | 'at'>) => {
    setPinned({ seq, write: journey.write.seq });
    orrery.selection.setState({ selected: { kind: 'record', seq } });
    orrery.playback.setState({ time: asTime(at), playing: false });
  };
  return (
    <div className={common.panel}>
      <Heading {...{ orrery, journey }} />
      <Ways {...{ orrery, journey, time, go }} />
      <p className="dim">{t('model-text')}</p>
    </div>
  );
}

interface HeadingProps {
  readonly orrery: Orrery;
  readonly journey: Journey;
}

function Heading({ orrery, journey }: HeadingProps) {
  const t = useTexts(orrery, journeyTexts);
  const { write, at, deleted, before, after } = journey;
  const values = { revision: write.revision, time: formatClock(at) };
  const turn = (seq: Seq) => {
    orrery.selection.setState({ selected: { kind: 'record', seq } });
    orrery.playback.setState({ time: orrery.trace.table.timeOf(seq), playing: false });
  };
  const ways = [
    [t('write-before'), before],
    [t('write-after'), after],
  ] as const;
  return (
    <header className={common.title}>
      <h2 className={styles.key} translate="no">
        {write.key}
      </h2>
      <p>{deleted ? t('removed', values) : t('written', values)}</p>
      <p className={styles.turns}>
        {ways.map(([text, seq]) => (
          <button
            key={text}
            type="button"
            className="text-button"
            disabled={seq === undefined}
            onClick={() => seq !== undefined && turn(seq)}
          >
            {text}
          </button>
        ))}
      </p>
    </header>
  );
}

type WaysProps = HeadingProps & Pick<WayProps, 'time' | 'go'>;

function Ways({ orrery, journey, time, go }: WaysProps) {
  const t = useTexts(orrery, journeyTexts);
  const { caches, followers } = journey;
  return (
    <>
      <section>
        <h3>{t('caches')}</h3>
        {caches.length === 0 && <p className="dim">{t('no-caches')}</p>}
        {caches.map(({ server, hops, pending }) => (
          <details key={`${server}/${hops[1].seq}`} className={styles.way}>
            <summary>
              <span translate="no">{server}</span>
              <Standing {...{ orrery, hops, pending, time }} process={server} />
            </summary>
            <Way {...{ orrery, hops, time, go }} />
          </details>
        ))}
      </section>
      <section>
        <h3>{t('followers')}</h3>
        {followers.length === 0 && <p className="dim">{t('no-followers')}</p>}
        {followers.map((follower, place) => (
          <FollowerWay
            key={`${follower.name}/${follower.hops.at(-1)?.seq}`}
            {...{ orrery, follower, time, go }}
            open={place === 0 || follower.works.length > 0}
          />
        ))}
      </section>
    </>
  );
}

interface FollowerProps extends Pick<WayProps, 'orrery' | 'time' | 'go'> {
  readonly follower: Follower;
  readonly open: boolean;
}

function FollowerWay({ orrery, follower, time, go, open }: FollowerProps) {
  const t = useTexts(orrery, journeyTexts);
  const { name, process, hops, pending, works } = follower;
  const state = orrery.index.spanAt(name, time)?.state;
  const idle = works.length === 0 && hops.at(-1)?.kind === 'listener';
  return (
    <details className={styles.way} open={open}>
      <summary>
        <span translate="no">{name}</span>
        <Standing {...{ orrery, hops, pending, process, time, state }} />
      </summary>
      <Way {...{ orrery, hops, time, go }} />
      {works.map(({ controller, key, actor, ...work }) => (
        <section key={`${actor}/${work.hops[0].seq}`} className={styles.work}>
          <h4>{t('queue', { controller, key })}</h4>
          <Standing {...{ orrery, process, time }} {...work} since={hops[0]} />
          <Way {...{ orrery, time, go }} hops={work.hops} before={hops.at(-1)} />
        </section>
      ))}
      {idle && <p className="dim">{t('no-work')}</p>}
    </details>
  );
}
