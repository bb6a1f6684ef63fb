/** The row of tools at the bottom: acts on the selected process. */
import type { ActVerb } from '../../stores';
import type { StepText } from '../../why/step-words';
import type { Tool, ToolText } from './tool-state';
import styles from './tools.module.css';
import type { StageText } from './wording';

interface ToolsProps {
  readonly t: StageText;
  /** Names of the acts, as steps of a scenario have them. */
  readonly verbs: StepText;
  readonly tools: readonly Tool[];
  readonly process: string | undefined;
  /** A tool was pressed, whether it seemed to fit or not: it may fit by now. */
  readonly onUse: (verb: ActVerb) => void;
  readonly showSubject: boolean;
}

export function Tools({ t, verbs, tools, process, onUse, showSubject }: ToolsProps) {
  const explain = t as (key: ToolText, values: { readonly process: string }) => string;
  return (
    <div className={styles.acts} role="toolbar" aria-label={t('tools')}>
      {tools.map(({ verb, enabled, because, harsh }) => (
        <button
          key={verb}
          type="button"
          className={styles.tool}
          data-harsh={harsh || undefined}
          // Stays focusable, so that the reason can be read.
          aria-disabled={!enabled}
          title={explain(because, { process: process ?? '' })}
          onClick={() => onUse(verb)}
        >
          <span>{verbs(verb)}</span>
        </button>
      ))}
      {showSubject && (
        <span className={styles.subject} data-none={process === undefined || undefined}>
          {process ?? t('selectFirst')}
        </span>
      )}
    </div>
  );
}
