import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatClock, formatCount, useTexts } from '../i18n';
import { sentenceOf } from '../why/sentences';
import { placedLanes } from './lanes';
import { timelineTexts } from './texts';
import type { TimelineModel } from './timeline-model';
import { type VisibleRecords, visibleRecords } from './visible-records';

/** The table follows when the picture has been still for so long, ms. */
const SETTLED_MS = 500;
const NOTHING: VisibleRecords = { seqs: [], count: 0 };

/** The records in view as a table that is only read out. */
export function RecordsTable({ model }: { readonly model: TimelineModel }) {
  const { orrery } = model;
  const t = useTexts(orrery, timelineTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const { seqs, count } = useVisibleRecords(model);
  const { table } = orrery.trace;
  const known = seqs.filter((seq) => seq < table.length);
  return (
    <table className="visually-hidden">
      <caption>{t('in-view', { shown: known.length, count: formatCount(count) })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('actor')}</th>
          <th scope="col">{t('record')}</th>
        </tr>
      </thead>
      <tbody>
        {known.map((seq) => (
          <tr key={seq}>
            <td>{formatClock(table.timeOf(seq))}</td>
            <td>{table.actorOf(seq)}</td>
            <td>{sentenceOf(table, seq, { language })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useVisibleRecords(model: TimelineModel): VisibleRecords {
  const [records, setRecords] = useState(NOTHING);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (): void => {
      const { layout, scrollTop, height } = model.lanes.getState();
      const lanes = placedLanes(layout, scrollTop, height).map(({ lane }) => lane);
      setRecords(visibleRecords(model.view(), lanes));
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(take, SETTLED_MS);
    };
    const { viewport, session } = model.orrery;
    const stops = [viewport, session, model.lanes].map((store) => store.subscribe(soon));
    soon();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [model]);
  return records;
}
