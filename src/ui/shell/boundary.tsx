/**
 * Keeps a part of the page that failed from taking the rest with it: one that could not be loaded,
 * for want of a network or because the site has a newer page, or one that broke while drawing.
 */
import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import styles from './states.module.css';
import { shellTexts } from './texts';

export interface BoundaryProps {
  readonly orrery: Orrery;
  /** Where it stands over the page and must be able to go again. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failed: { readonly error: unknown } | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { failed: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failed: { error } };
  }

  override render(): ReactNode {
    const { orrery, onClose, children } = this.props;
    const { failed } = this.state;
    if (!failed) return children;
    return <PartFailed orrery={orrery} error={failed.error} onClose={onClose} />;
  }
}

export interface PartFailedProps {
  readonly orrery: Orrery;
  readonly error: unknown;
  readonly onClose?: () => void;
}

/** Says what went wrong. The address has the run and the view, so loading again loses neither. */
export function PartFailed({ orrery, error, onClose }: PartFailedProps) {
  const t = useTexts(orrery, shellTexts);
  return (
    <div className={onClose ? styles.over : styles.whole} role="alert">
      <section className={styles.card} aria-label={t('part-failed-title')}>
        <div className={styles.cardHead}>
          <TriangleAlert className={styles.bad} aria-hidden="true" />
          <h2>{t('part-failed-title')}</h2>
        </div>
        <p className="dim">{t('part-failed-text')}</p>
        <code className={styles.reason}>
          {error instanceof Error ? error.message : String(error)}
        </code>
        <div className={styles.ways}>
          <button type="button" className="button primary" onClick={() => location.reload()}>
            {t('load-again')}
          </button>
          {onClose && (
            <button type="button" className="button" onClick={onClose}>
              {t('close')}
            </button>
          )}
        </div>
      </section>
    </div>
  );
}
