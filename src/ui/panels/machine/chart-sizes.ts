/** Sizes that the layout reckons with and the drawing keeps. */

/** Size of a state's name, of a group's, and of a label, px at natural size. */
export const NAME_PX = 12.5;
export const TITLE_PX = 11;
export const LABEL_PX = 10.5;
/** Between the lines of a label, px. */
export const LABEL_LINE_PX = 12.5;
