/** Small parts that the tools of the sheet share. */
import type { ReactNode } from 'react';
import type { Fault } from './fault-step';
import styles from './faults.module.css';

export type SetOff = (fault: Fault) => void;

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly hidden?: boolean;
  /** Whether it has the focus when the sheet opens. */
  readonly first?: boolean;
}

export function Choice({ label, values, value, onChoose, hidden = false, first }: ChoiceProps) {
  return (
    <label className={styles.field}>
      <span className={hidden ? 'visually-hidden' : 'dim'}>{label}</span>
      <select
        data-first={first ? '' : undefined}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        translate="no"
      >
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

export function Group({ title, children }: { readonly title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface GoProps {
  readonly onGo: () => void;
  readonly children: ReactNode;
  readonly disabled?: boolean;
}

export function Go({ onGo, children, disabled }: GoProps) {
  return (
    <button type="button" className="button" disabled={disabled} onClick={onGo}>
      {children}
    </button>
  );
}
