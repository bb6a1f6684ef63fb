/** The name of a lane; that of a lease says what a lease is, as any term does. */
import { useEffect, useRef, useState } from 'react';
import glossStyles from '../glosses/glosses.module.css';
import { glossTexts } from '../glosses/texts';
import { useGloss } from '../glosses/use-gloss';
import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import styles from './lane-labels.module.css';
import type { Lane } from './lanes';

interface LaneNameProps {
  readonly orrery: Orrery;
  readonly lane: Lane;
  readonly shown: string;
}

/** Of the explanation of a lease's lane; undefined for any other. */
export const glossId = ({ id, lease }: Lane): string | undefined => lease && `gloss of ${id}`;

export function LaneName({ orrery, lane, shown }: LaneNameProps) {
  const [told, setTold] = useState(false);
  const word = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={word} className={styles.labelText} translate="no" data-told={lane.lease && told}>
        {shown}
      </span>
      {lane.lease && <LeaseGloss {...{ orrery, lane, word, told, setTold }} />}
    </>
  );
}

interface LeaseGlossProps extends Omit<LaneNameProps, 'shown'> {
  readonly word: React.RefObject<HTMLSpanElement | null>;
  readonly told: boolean;
  readonly setTold: (told: boolean) => void;
}

function LeaseGloss({ orrery, lane, word, told, setTold }: LeaseGlossProps) {
  const t = useTexts(orrery, glossTexts);
  const box = useGloss(word, told, () => setTold(false));
  useEffect(() => {
    const name = word.current;
    // The row takes the focus, so the keys of the tree are not interrupted by words.
    const row = name?.closest<HTMLElement>('[role=treeitem]');
    const leave = new AbortController();
    const { signal } = leave;
    const hide = (): void => setTold(false);
    name?.addEventListener('mouseenter', () => setTold(true), { signal });
    name?.addEventListener('mouseleave', hide, { signal });
    row?.addEventListener('focus', () => setTold(row.matches(':focus-visible')), { signal });
    row?.addEventListener('blur', hide, { signal });
    row?.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
    return () => leave.abort();
  }, [word, setTold]);
  return (
    <span ref={box} id={glossId(lane)} role="tooltip" popover="manual" className={glossStyles.told}>
      {t(lane.lease?.master === false ? 'leader election' : 'master lease')}
    </span>
  );
}
