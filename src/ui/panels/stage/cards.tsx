/** The two cards beside the sky: narration, and the addresses of the kubernetes Service. */
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Term } from '../../glosses/term';
import { inClauses, localText } from '../../i18n';
import type { Language, Orrery } from '../../stores';
import styles from './cards.module.css';
import type { Frame } from './frame';
import type { Rect } from './geometry';
import type { AddressView, EndpointsView } from './select';
import stage from './stage.module.css';
import type { Note } from './stage-history';
import type { StageText } from './wording';

function placed({ x, y, width }: Rect) {
  return { left: x, top: y, width };
}

interface NoteCardProps {
  readonly t: StageText;
  readonly language: Language;
  readonly note: Note;
  /** The person acted since: it tells of the run as it was going to be. */
  readonly isOld: boolean;
  readonly rect: Rect;
  readonly onClose: () => void;
}

/** Above and below the words, and the line of the head; and a line of the words, px. */
const AROUND_WORDS = 34;
const LINE_HEIGHT = 17;

/** The note in whole lines; one that does not fit can be opened to its whole length. */
export function NoteCard({ t, language, note, isOld, rect, onClose }: NoteCardProps) {
  const text = localText(note.text, language);
  const words = useRef<HTMLParagraphElement>(null);
  const lines = Math.max(1, Math.floor((rect.height - AROUND_WORDS) / LINE_HEIGHT));
  const [cut, setCut] = useState(false);
  const [opened, setOpened] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what fits depends on text and place
  useLayoutEffect(() => {
    const element = words.current;
    if (element && !opened) setCut(element.scrollHeight > element.clientHeight + 1);
  }, [text, isOld, rect.width, lines, opened]);
  return (
    <aside
      className={`${styles.card} ${styles.note}`}
      style={placed(rect)}
      data-opened={opened || undefined}
      data-old={isOld || undefined}
      aria-label={t('note')}
    >
      <div className={styles.noteHead}>
        <span>{t('note')}</span>
        <button
          type="button"
          className={stage.iconButton}
          aria-label={t('closeNote')}
          title={t('closeNote')}
          onClick={onClose}
        >
          <X size={14} aria-hidden="true" />
        </button>
      </div>
      {(cut || opened) && (
        <button
          type="button"
          className={styles.noteMore}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t(opened ? 'lessNote' : 'moreNote')}
        </button>
      )}
      <p ref={words} className={styles.noteText} style={{ WebkitLineClamp: lines }}>
        {isOld && <i className={styles.noteOld}>{t('oldNote')}</i>}
        {text}
      </p>
    </aside>
  );
}

interface EndpointsCardProps {
  readonly orrery: Orrery;
  readonly t: StageText;
  readonly endpoints: EndpointsView;
  readonly rect: Frame['endpoints'];
  /** Asks why the list is as it is: the record that wrote it. */
  readonly onWhy: (written: number) => void;
}

export function EndpointsCard({ orrery, t, endpoints, rect, onWhy }: EndpointsCardProps) {
  const { addresses, exists, revision, written } = endpoints;
  const wide = rect.width >= 190;
  return (
    <section
      className={`${styles.card} ${styles.endpoints}`}
      style={{ ...placed(rect), height: rect.height }}
      data-dense={rect.dense || undefined}
      aria-label={`${t('endpoints')} default/kubernetes`}
    >
      <div className={styles.endpointsHead}>
        <span className={styles.endpointsName} translate="no">
          <Term orrery={orrery} of="endpoints">
            {rect.width >= 305 ? `${t('endpoints')} kubernetes` : t('endpoints')}
          </Term>
        </span>
        {/* In a narrow head it would take a line from the addresses; the tabs say it, too. */}
        {exists && wide && (
          <span className={styles.mono}>
            <Term orrery={orrery} of="revision">
              {t('revision', { revision })}
            </Term>
          </span>
        )}
        {written !== undefined && (
          <button
            type="button"
            className={`text-button ${styles.endpointsWhy}`}
            title={t('whyEndpointsLong')}
            onClick={() => onWhy(written)}
          >
            {t('whyEndpoints')}
          </button>
        )}
      </div>
      {addresses.length === 0 && <span className={stage.quiet}>{t('noEndpoints')}</span>}
      {/* Where it is narrow it scrolls, and what scrolls takes the focus. */}
      <ul className={styles.addresses} tabIndex={wide ? undefined : 0}>
        {addresses.map((address) => (
          <Address key={address.ip} t={t} address={address} wide={wide} />
        ))}
      </ul>
    </section>
  );
}

interface AddressProps {
  readonly t: StageText;
  readonly address: AddressView;
  readonly wide: boolean;
}

function Address({ t, address, wide }: AddressProps) {
  const { ip, server, look, fresh, lease } = address;
  const tail = tailOf(t, address);
  const letter = server === undefined ? '?' : server.slice(server.lastIndexOf('-') + 1);
  return (
    <li
      className={styles.address}
      data-look={look}
      data-fresh={fresh || undefined}
      title={inClauses([server ?? t('noServer'), tail].filter(Boolean), t.language)}
    >
      <span className={styles.addressMark} aria-hidden="true">
        {look === 'live' ? letter.slice(0, 1) : '×'}
      </span>
      <span className={styles.mono}>{ip}</span>
      <span className={wide ? styles.addressTail : stage.hidden}>{tail}</span>
      {lease && look !== 'removed' && (
        <span className={styles.addressLease} aria-hidden="true">
          <i data-part={`addressLease:${ip}`} />
        </span>
      )}
    </li>
  );
}

function tailOf(t: StageText, { server, look, fresh, lease }: AddressView): string {
  if (look === 'removed') return t('removedNow');
  if (server === undefined) return t('noServer');
  if (look === 'down') return lease ? t('gone') : t('noLease');
  if (fresh) return t('addedNow');
  return lease ? '' : t('noLease');
}
