import sources from 'virtual:sources';
import type { Orrery } from '../../stores';
import { PurposeWords } from '../source/purpose-words';
import { partsOf } from '../source/sources';

interface PurposeProps {
  readonly orrery: Orrery;
  readonly actor: string;
}

/** What an actor is, in the words of the file that models it; nothing where none is known. */
export default function Purpose({ orrery, actor }: PurposeProps) {
  const [own] = partsOf(sources, actor);
  return own === undefined ? null : (
    <p>
      <PurposeWords orrery={orrery} part={own} />
    </p>
  );
}
