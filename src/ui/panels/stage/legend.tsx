/** What the marks mean, with each mark beside its words. */
import { CircleHelp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useEscape } from '../../widgets';
import { LEADER_STAR, polygonPath } from './geometry';
import styles from './legend.module.css';
import overlays from './overlays.module.css';
import stage from './stage.module.css';
import type { StageText } from './wording';

const CENTER = { x: 0, y: 0 };

const CROSS = 'M-4 -4L4 4M4 -4L-4 4';

const BODIES = (
  <svg width="72" height="18" viewBox="-9 -9 72 18" aria-hidden="true">
    <circle r="6" className={styles.markServer} />
    <path d={polygonPath({ x: 18, y: 0 }, 6.5, 6, Math.PI / 6)} className={styles.markKcm} />
    <path d={polygonPath({ x: 36, y: 0 }, 7, 4)} className={styles.markScheduler} />
    <rect x="49" y="-5" width="10" height="10" rx="2.5" className={styles.markNode} />
  </svg>
);

const MARKS = [
  ['legendRead', <circle key="c" r="3.6" className={styles.markRead} />],
  ['legendWrite', <circle key="c" r="3.8" className={styles.markWrite} />],
  ['legendLease', <path key="c" d={polygonPath(CENTER, 5, 4)} className={styles.markLease} />],
  ['legendWatch', <path key="c" d="M5 0L-4 4L-1.5 0L-4 -4Z" className={styles.markWatch} />],
  ['legendError', <circle key="c" r="4" className={styles.markError} />],
  ['legendLost', <path key="c" d={CROSS} className={styles.markLost} />],
  ['legendAnswer', <circle key="c" r="2.5" className={styles.markWrite} />],
  [
    'legendHook',
    <g key="c">
      <circle r="4" className={styles.markHook} />
      <path d="M0 -4A4 4 0 0 1 0 4Z" className={styles.markHookHalf} />
    </g>,
  ],
  ['legendLeader', <path key="c" d={LEADER_STAR} className={styles.markLeader} />],
  ['legendArc', <path key="c" d="M0 -7A7 7 0 1 1 -7 0" className={styles.markArc} />],
  [
    'legendBroken',
    <g key="c">
      <path d="M-10 0H-4M4 0H10" className={styles.markBroken} />
      <path d={CROSS} className={styles.markLost} transform="scale(0.75)" />
    </g>,
  ],
] as const;

const KEYS = [
  ['keyNext', '← →'],
  ['keySelect', 'Enter'],
  ['keyHooks', '↓ ↑'],
] as const;

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg width="22" height="18" viewBox="-11 -9 22 18" aria-hidden="true">
      {children}
    </svg>
  );
}

interface LegendButtonProps {
  readonly t: StageText;
  readonly open: boolean;
  readonly onToggle: () => void;
}

export function LegendButton({ t, open, onToggle }: LegendButtonProps) {
  return (
    <button
      type="button"
      className={`${stage.iconButton} ${styles.legendButton}`}
      aria-expanded={open}
      aria-label={t('legend')}
      title={t('legend')}
      onClick={onToggle}
    >
      <CircleHelp size={17} aria-hidden="true" />
    </button>
  );
}

export function Legend({ t, onClose }: { t: StageText; onClose: () => void }) {
  const box = useRef<HTMLElement>(null);
  useEscape(box, true, onClose);
  return (
    <section ref={box} className={`${overlays.popup} ${styles.legend}`} aria-label={t('legend')}>
      <div
        className={`${styles.legendScroll} scrolls-down`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus
        tabIndex={0}
      >
        <ul>
          <li className={styles.legendBodies}>
            {BODIES}
            {t('legendBodies')}
          </li>
          {MARKS.map(([key, mark]) => (
            <li key={key}>
              <Mark>{mark}</Mark>
              {t(key)}
            </li>
          ))}
          {KEYS.map(([key, names]) => (
            <li key={key}>
              <kbd className={styles.key}>{names}</kbd>
              {t(key)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
