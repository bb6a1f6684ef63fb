import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { commandOf } from '../commands';
import { useTexts } from '../i18n';
import { Reason } from '../opening/reason';
import { useNavigation, useShell } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import { Popup } from '../widgets';
import styles from './share.module.css';
import { wholeLink } from './use-link-copier';

/** Shows the link that opens exactly this view, and copies it. */
export function ShareButton() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const button = (
    <>
      <Share2 aria-hidden="true" />
      <span>{t('share')}</span>
    </>
  );
  return (
    <Popup
      label={t('share')}
      buttonClass={`button primary ${styles.share}`}
      button={button}
      align="end"
    >
      {() => <SharePanel />}
    </Popup>
  );
}

function SharePanel() {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, shellTexts);
  const navigation = useNavigation();
  const hash = useStore(orrery.session, (state) => state.summary?.traceHash.slice(0, 8));
  // The link of the instant at which the panel was opened: it must not change while it is read.
  const [link] = useState(() => navigation && wholeLink(navigation.link()));
  const running = useStore(orrery.session, (state) => state.scenario !== undefined);
  if (!link) return null;
  if (!running) {
    return (
      <div className={styles.panel}>
        <p>{t('nothing-to-share')}</p>
      </div>
    );
  }
  if (!link.ok) {
    return (
      <div className={styles.panel}>
        <strong>{t('link-too-long')}</strong>
        <p className="dim">
          {link.faults.map(({ reason }) => (
            <Reason key={reason} orrery={orrery} reason={reason} />
          ))}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.panel}>
      <p>{t(link.value.includes('#/library/') ? 'share-library' : 'share-embeds')}</p>
      <input
        className="mono"
        readOnly
        aria-label={t('copy-link')}
        value={link.value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.row}>
        {hash && <span className="dim mono">{t('hash', { hash })}</span>}
        <button
          type="button"
          className="button primary"
          onClick={() => commandOf('copy-link').run(shell)}
        >
          {t('copy-link')}
        </button>
      </div>
    </div>
  );
}
