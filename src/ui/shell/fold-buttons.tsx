import { PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import { useTexts } from '../i18n';
import type { Fold } from './fold';
import styles from './shell.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

const PANELS = [
  ['stage', PanelLeft],
  ['inspector', PanelRight],
  ['timeline', PanelBottom],
] as const;

/** One button a panel: pressed while the panel is open. */
export function FoldButtons({ fold }: { readonly fold: Fold }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  return (
    <fieldset className={styles.folds} aria-label={t('panels')}>
      {PANELS.map(([name, Icon]) => (
        <button
          key={name}
          type="button"
          className="icon-button"
          aria-pressed={!fold.folded.has(name)}
          aria-label={t(`${name}-panel`)}
          title={t(`${name}-panel`)}
          onClick={() => fold.set(name, !fold.folded.has(name))}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
