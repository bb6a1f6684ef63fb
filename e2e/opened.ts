/** What opens by a key, for tests that look at all of it. */

type Opened = readonly (readonly [what: string, key: string])[];

/** Dialogs over the page. */
export const DIALOGS: Opened = [
  ['the keys', '?'],
  ['the formats', 'x'],
  ['the gallery', 'F2'],
  ['the faults', 'g'],
  ['the comparison', '9'],
  ['the palette', 'Control+k'],
  ['the question before a cut', 'k'],
];

/** Lines and drawers beside what is there. */
export const LINES: Opened = [
  ['the search', '/'],
  ['the field for a note', 'm'],
  ['the breakpoints', '|'],
  ['the console', '`'],
];
