import { ChevronsRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cutOff } from './cut-off';
import { Popup } from './popup';
import styles from './widgets.module.css';

export interface Tab {
  readonly id: string;
  readonly title: string;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** What the button says that lists the tabs for which there is no room. */
  readonly more: (count: number) => string;
  /** At the right end of the row of tabs. */
  readonly extra?: ReactNode;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs as the ARIA practices describe them: one tab stop, arrows move and choose at once. */
export function Tabs({ label, tabs, chosen, onChoose, more, extra, children }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const cut = useCutOff(list, tabs);
  const narrowed = cut.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button for more takes room
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${chosen}"]`);
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [chosen, narrowed]);
  const focus = (id: string): void =>
    list.current?.querySelector<HTMLElement>(`[data-tab="${id}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = target(tabs, chosen, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next.id);
    focus(next.id);
  };
  const onMore = (id: string): void => {
    onChoose(id);
    focus(id);
  };
  return (
    <div className={styles.tabs}>
      <div className={styles.tabRow}>
        <div
          ref={list}
          className={`${styles.tabList} scrolls-sideways`}
          role="tablist"
          aria-label={label}
        >
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${base}-${id}`}
              data-tab={id}
              className={styles.tab}
              aria-selected={id === chosen}
              aria-controls={`${base}-panel`}
              tabIndex={id === chosen ? 0 : -1}
              onClick={() => onChoose(id)}
              onKeyDown={onKeyDown}
            >
              {title}
            </button>
          ))}
        </div>
        {narrowed && <MoreTabs tabs={cut} label={more(cut.length)} onChoose={onMore} />}
        {extra}
      </div>
      <div
        id={`${base}-panel`}
        className={styles.tabPanel}
        role="tabpanel"
        aria-labelledby={`${base}-${chosen}`}
      >
        {children}
      </div>
    </div>
  );
}

/** As in the style sheet. */
const ROW_PADDING_PX = 10;

interface MoreTabsProps {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly onChoose: (id: string) => void;
}

/** The tabs that the row has no room for, behind a button at its end. */
function MoreTabs({ tabs, label, onChoose }: MoreTabsProps) {
  return (
    <Popup
      label={label}
      align="end"
      buttonClass={styles.more}
      button={
        <>
          {tabs.length}
          <ChevronsRight aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <ul className={styles.moreList}>
          {tabs.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  close();
                  onChoose(id);
                }}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popup>
  );
}

/** The tabs that are not to be seen as a whole; again when the row moves or changes its size. */
function useCutOff(list: RefObject<HTMLDivElement | null>, tabs: readonly Tab[]): readonly Tab[] {
  const [cut, setCut] = useState('');
  const names = tabs.map(({ id, title }) => `${id} ${title}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are of other widths
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const look = (): void => {
      // Without the button there is more room: it goes as soon as it is not needed.
      const room = row.parentElement?.clientWidth ?? 0;
      const fit = row.scrollWidth + 2 * ROW_PADDING_PX <= room;
      const places = [...row.children].map((tab) => tab.getBoundingClientRect());
      setCut(fit ? '' : cutOff(row.getBoundingClientRect(), places).join());
    };
    const observer = new ResizeObserver(look);
    observer.observe(row);
    // Their letters may come late, and with them other widths.
    for (const tab of row.children) observer.observe(tab);
    row.addEventListener('scroll', look);
    look();
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', look);
    };
  }, [list, names]);
  const places = cut === '' ? [] : cut.split(',').map(Number);
  return places.flatMap((place) => tabs[place] ?? []);
}

function target(tabs: readonly Tab[], chosen: string, key: string): Tab | undefined {
  const place = tabs.findIndex((tab) => tab.id === chosen);
  switch (key) {
    case 'ArrowRight':
      return tabs[(place + 1) % tabs.length];
    case 'ArrowLeft':
      return tabs[(place - 1 + tabs.length) % tabs.length];
    case 'Home':
      return tabs[0];
    case 'End':
      return tabs.at(-1);
    default:
      return undefined;
  }
}
