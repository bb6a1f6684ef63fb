import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../i18n';
import { Boundary } from '../../shell/boundary';
import { useShell } from '../../shell/shell-context';
import { WaitingKeys, type WaitingKeysProps } from '../../shell/waiting-keys';
import { recall, remember } from '../../storage';
import styles from './drawer.module.css';
import { drawerTexts } from './texts';

/** The console as a part of the page, loaded when it is first opened. */
export const LazyConsole = lazy(async () => ({
  default: (await import('../console-panel')).ConsolePanel,
}));

const HEIGHT_KEY = 'console-share';
/** Height in percent of the page's body: at first, and the least and most. */
const HEIGHT = { first: 38, least: 25, most: 95, step: 5 };

const bounded = (percent: number): number =>
  Math.round(Math.min(HEIGHT.most, Math.max(HEIGHT.least, percent)));

/** As high as the timeline is, so that the stage and its tools stay in view, in percent. */
function overTimeline(): number {
  const timeline = document.querySelector('[data-panel=timeline]');
  const around = timeline?.closest('main')?.getBoundingClientRect();
  if (!timeline || !around) return HEIGHT.first;
  const { top } = timeline.getBoundingClientRect();
  return Math.floor(((around.bottom - top) / around.height) * 100) || HEIGHT.first;
}

export interface DrawerProps {
  readonly onClose: () => void;
}

/** The console that slides up over the timeline; its upper edge can be moved. */
export function ConsoleDrawer({ onClose }: DrawerProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, drawerTexts);
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef('');
  const [height, show] = useState(() => bounded(Number(recall(HEIGHT_KEY)) || overTimeline()));
  const setHeight = (percent: number): void => {
    show(percent);
    remember(HEIGHT_KEY, String(percent));
  };
  useFocusBack();
  const drag = (event: PointerEvent): void => {
    if (event.buttons !== 1) return;
    const around = box.current?.parentElement?.getBoundingClientRect();
    if (around) setHeight(bounded(((around.bottom - event.clientY) / around.height) * 100));
  };
  const keys: Readonly<Record<string, number>> = {
    ArrowUp: height + HEIGHT.step,
    ArrowDown: height - HEIGHT.step,
    Home: HEIGHT.most,
    End: HEIGHT.least,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setHeight(bounded(keys[event.key]));
  };
  return (
    <div ref={box} className={styles.drawer} style={{ height: `${height}%` }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        className={styles.grip}
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t('height')}
        aria-valuenow={height}
        aria-valuemin={HEIGHT.least}
        aria-valuemax={HEIGHT.most}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKeyDown}
      />
      <div className={styles.drawerBody}>
        <Boundary orrery={orrery}>
          <Suspense fallback={<ConsoleWaits keys={{ onClose, typed }} />}>
            <LazyConsole onClose={onClose} typed={typed} />
          </Suspense>
        </Boundary>
      </div>
    </div>
  );
}

/** Stands where the console will, so that its place is never empty. */
export function ConsoleWaits({ keys }: { readonly keys?: WaitingKeysProps }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, drawerTexts);
  return (
    <div className={styles.waiting} role="status">
      <strong>{t('console')}</strong>
      <span className="dim">{t('loading')}</span>
      {keys && <WaitingKeys {...keys} />}
    </div>
  );
}

/** When the console goes, the focus goes back to where it came from. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
}
