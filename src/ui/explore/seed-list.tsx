import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './explore.module.css';
import { exploreTexts } from './texts';

/** Seeds that stand in a list at first; all of a thousand would hide the rest. */
const SHOWN = 24;

export interface ListedSeed {
  readonly seed: number;
  readonly what: string;
}

interface SeedListProps {
  readonly seeds: readonly ListedSeed[];
  readonly onEnter: (seed: number) => void;
}

/** Seeds as buttons: each runs the scenario on the page with it. */
export function SeedList({ seeds, onEnter }: SeedListProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const more = seeds.length - SHOWN;
  return (
    <ul className={styles.seeds}>
      {/* The same seed may stand twice, for two servers. */}
      {seeds.slice(0, SHOWN).map(({ seed, what }) => (
        <li key={`${seed} ${what}`}>
          <button type="button" className="button" onClick={() => onEnter(seed)}>
            <strong>{t('enter', { seed })}</strong> <span className="dim">{what}</span>
          </button>
        </li>
      ))}
      {more > 0 && <li className="dim">{t('and-more', { count: more })}</li>}
    </ul>
  );
}
