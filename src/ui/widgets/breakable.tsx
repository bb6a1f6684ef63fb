import { Fragment } from 'react';

/** A name goes on in the next line behind one of these sooner than within a word. */
const SEAMS = /(?<=[_/:])/;
/** The same, and the levels of a state. */
const SEAMS_AND_DOTS = /(?<=[_/:.])/;

export interface BreakableProps {
  readonly text: string;
  /** `serving.notReady` goes on behind its dot. */
  readonly dots?: boolean;
}

/** A long name, broken at its seams: `A_LONG_NAME`, `/registry/namespaces/shop`, `system:node`. */
export function Breakable({ text, dots = false }: BreakableProps) {
  return text.split(dots ? SEAMS_AND_DOTS : SEAMS).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
