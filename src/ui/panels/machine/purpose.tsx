import sources from 'virtual:sources';
import { partsOf } from '../source/sources';

/** What an actor is, in the words of the file that models it; nothing where none is known. */
export default function Purpose({ actor }: { readonly actor: string }) {
  const [own] = partsOf(sources, actor);
  return own === undefined ? null : (
    <p translate="no" lang="en">
      {own.purpose}
    </p>
  );
}
