import { Fragment } from 'react';

/** A name goes on in the next line behind one of these sooner than within a word. */
const SEAMS = /(?<=[_/:])/;

/** A long name, broken at its seams: `A_LONG_NAME`, `/registry/namespaces/shop`, `system:node`. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(SEAMS).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
