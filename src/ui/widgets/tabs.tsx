import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
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
  /** At the right end of the row of tabs. */
  readonly extra?: ReactNode;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs as the ARIA practices describe them: one tab stop, arrows move and choose at once. */
export function Tabs({ label, tabs, chosen, onChoose, extra, children }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${chosen}"]`);
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = target(tabs, chosen, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
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
