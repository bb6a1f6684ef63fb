import { useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { describeHit } from './describe-hit';
import { AXIS_HEIGHT } from './lanes';
import { timelineTexts } from './texts';
import styles from './timeline.module.css';
import type { TimelineModel } from './timeline-model';

/** Distance from the pointer, px. */
const AWAY = 14;

/** What is under the pointer, in words. Screen readers get the table and the voice instead. */
export function Tooltip({ model }: { readonly model: TimelineModel }) {
  const { orrery } = model;
  const pointer = useStore(model.pointer);
  const t = useTexts(orrery, timelineTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const box = useRef<HTMLDivElement>(null);
  const hit = pointer?.hit;
  const words = useMemo(() => {
    if (!hit || (hit.seq === undefined && !hit.bar)) return undefined;
    return describeHit({ feed: model.feed, hit, t, wording: { language } });
  }, [model, hit, t, language]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !pointer) return;
    const { width, height } = model.size;
    const { offsetWidth, offsetHeight } = element;
    const right = pointer.x + AWAY + offsetWidth <= width;
    const x = right ? pointer.x + AWAY : Math.max(0, pointer.x - AWAY - offsetWidth);
    const below = pointer.y + AWAY + offsetHeight <= height + AXIS_HEIGHT;
    const y = below ? pointer.y + AWAY : Math.max(0, pointer.y - AWAY - offsetHeight);
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  });
  if (!pointer || !words) return null;
  return (
    <div className={styles.tooltip} ref={box} aria-hidden="true">
      {words.sentence && <p className={styles.sentence}>{words.sentence}</p>}
      {words.state && <p>{words.state}</p>}
      {words.aside && <p>{words.aside}</p>}
      <p className={styles.where}>
        <span className="mono">{words.time}</span>
        <span>{words.actor}</span>
      </p>
      {words.several && <p className={styles.several}>{words.several}</p>}
    </div>
  );
}
