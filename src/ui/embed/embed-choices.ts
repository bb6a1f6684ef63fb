/** What the address says of a page that is a frame in somebody else's. */
import type { ThemeChoice } from '../stores';

export interface EmbedChoices {
  /** What is shown: stage and timeline, or the timeline alone. */
  readonly view: 'both' | 'timeline';
  /** The page around decides how bright it is; otherwise the system. */
  readonly theme: ThemeChoice;
  /** Tells the page around how high the frame would like to be. */
  readonly postsHeight: boolean;
}

/** @param search what stands between `?` and `#`; undefined: the page stands by itself */
export function embedChoices(search: string): EmbedChoices | undefined {
  const said = new URLSearchParams(search);
  if (said.get('embed') !== '1') return undefined;
  const theme = said.get('theme');
  return {
    view: said.get('view') === 'timeline' ? 'timeline' : 'both',
    theme: theme === 'dark' || theme === 'light' ? theme : 'system',
    postsHeight: said.get('height') === 'post',
  };
}
