/**
 * The library on the wall: each scenario with a picture from its own trace. Loaded when it is
 * opened.
 */
import { Footprints, Search } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { LibraryQuestion } from '#library';
import { commandOf } from '../commands';
import { formatLength, keepUnits, localText, type Translate, useTexts } from '../i18n';
import { OpenButton } from '../opening/opening';
import { useNavigation, useShell } from '../shell/shell-context';
import { shellTexts } from '../shell/texts';
import { Dialog, moveFocus } from '../widgets';
import styles from './gallery.module.css';
import { Picture } from './picture';
import { type Card, galleryOf, questionLink } from './select';
import { Sketcher } from './sketcher';
import { galleryTexts } from './texts';

export default function Gallery({ onClose }: { readonly onClose: () => void }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, galleryTexts);
  const shellText = useTexts(orrery, shellTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const library = useNavigation()?.library;
  const [sought, setSought] = useState('');
  const view = useMemo(
    () => galleryOf(library ?? [], sought, language),
    [library, sought, language],
  );
  const count = view.groups.reduce((sum, { cards }) => sum + cards.length, 0);
  const sketcher = useSketches(library ?? []);
  return (
    <Dialog title={t('title')} closeLabel={shellText('close')} onClose={onClose} wide>
      <Tools sought={sought} onSeek={setSought} onClose={onClose} />
      <p className="dim" role="status">
        {foundWords(t, count, view.questions.length)}
      </p>
      <div className={styles.wall} data-wall="">
        {view.groups.map(({ id, title, course, cards }) => (
          <Group key={id} title={title ? localText(title, language) : t('more')}>
            {cards.map((card) => (
              <CardView
                key={card.name}
                card={card}
                lesson={course}
                picture={<Picture sketch={sketcher.known(card.name)} />}
                onClose={onClose}
              />
            ))}
          </Group>
        ))}
        {view.questions.length > 0 && (
          <Group title={t('questions')} hint={t('questions-hint')}>
            {view.questions.map((question) => (
              <QuestionView key={question.question.en} question={question} onClose={onClose} />
            ))}
          </Group>
        )}
      </div>
    </Dialog>
  );
}

/** Draws the pictures while the gallery is open; what was drawn is kept. */
function useSketches(orders: Parameters<Sketcher['draw']>[0]): Sketcher {
  const [sketcher] = useState(() => new Sketcher());
  const [, setDrawn] = useState(0);
  useEffect(() => {
    void sketcher.draw(orders, () => setDrawn((count) => count + 1));
    return () => sketcher.stop();
  }, [sketcher, orders]);
  return sketcher;
}

interface ToolsProps {
  readonly sought: string;
  readonly onSeek: (text: string) => void;
  readonly onClose: () => void;
}

function Tools({ sought, onSeek, onClose }: ToolsProps) {
  const shell = useShell();
  const t = useTexts(shell.orrery, galleryTexts);
  return (
    <div className={styles.tools}>
      <label className={styles.search}>
        <Search aria-hidden="true" />
        <input
          type="search"
          className="text-field"
          data-first=""
          value={sought}
          aria-label={t('search')}
          placeholder={t('search-hint')}
          onChange={(event) => onSeek(event.target.value)}
        />
      </label>
      <button
        type="button"
        className="button"
        onClick={() => {
          onClose();
          commandOf('lesson').run(shell);
        }}
      >
        <Footprints aria-hidden="true" />
        {t('this-run')}
      </button>
      <OpenButton onChosen={onClose} />
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Group({ title, hint, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3>{title}</h3>
      {hint !== undefined && <p className="dim">{hint}</p>}
      <ul className={styles.cards}>{children}</ul>
    </section>
  );
}

interface CardProps {
  readonly card: Card;
  /** In the lessons a card opens at its first stop. */
  readonly lesson: boolean;
  readonly picture: ReactNode;
  readonly onClose: () => void;
}

function CardView({ card, lesson, picture, onClose }: CardProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, galleryTexts);
  const navigation = useNavigation();
  const current = useStore(orrery.session, (state) => state.libraryName);
  const language = useStore(orrery.settings, (state) => state.language);
  const { name, title, text, stops, questions, minutes, length, before } = card;
  const open = (stop?: number): void => {
    onClose();
    navigation?.openLibrary(name, stop === undefined ? {} : { stop });
  };
  return (
    <li className={styles.card} aria-current={name === current}>
      <button
        type="button"
        className={styles.open}
        data-card={name}
        onKeyDown={moveFocus}
        aria-label={title}
        onClick={() => open(lesson ? 1 : undefined)}
      >
        {picture}
        <strong>{title}</strong>
        <span className="dim">{text}</span>
      </button>
      <p className={styles.facts}>
        {keepUnits(
          [
            t('stops', { count: stops }),
            ...(questions > 0 ? [t('asked', { count: questions })] : []),
            t('facts-time', { minutes, length: formatLength(length, language) }),
          ].join(' · '),
        )}
      </p>
      <p className={styles.facts}>
        {before.length === 0
          ? t('before-nothing')
          : t('before', { titles: before.join(localText({ en: '; ', zh: '；' }, langOf(orrery))) })}
      </p>
      {!lesson && stops > 0 && (
        <button
          type="button"
          className={`button ${styles.steps}`}
          aria-label={t('steps-of', { title })}
          onClick={() => open(1)}
        >
          <Footprints aria-hidden="true" />
          {t('steps')}
        </button>
      )}
    </li>
  );
}

const langOf = (orrery: ReturnType<typeof useShell>['orrery']) =>
  orrery.settings.getState().language;

interface QuestionProps {
  readonly question: LibraryQuestion;
  readonly onClose: () => void;
}

function QuestionView({ question, onClose }: QuestionProps) {
  const { orrery } = useShell();
  const language = useStore(orrery.settings, (state) => state.language);
  return (
    <li className={styles.card}>
      <a
        className={styles.open}
        data-card={question.scenario}
        onKeyDown={moveFocus}
        href={questionLink(question)}
        onClick={onClose}
      >
        <strong>{localText(question.question, language)}</strong>
        <span className="dim">{localText(question.answer, language)}</span>
      </a>
    </li>
  );
}

type GalleryText = Translate<typeof galleryTexts.en>;

/** What a search left, of each kind that is left at all. */
function foundWords(t: GalleryText, scenarios: number, questions: number): string {
  const words = [
    ...(scenarios > 0 ? [t(`scenarios-${plural(scenarios)}`, { count: scenarios })] : []),
    ...(questions > 0 ? [t(`people-${plural(questions)}`, { count: questions })] : []),
  ];
  return words.length === 0 ? t('nothing') : words.join(' · ');
}

const plural = (count: number): 'one' | 'many' => (count === 1 ? 'one' : 'many');
