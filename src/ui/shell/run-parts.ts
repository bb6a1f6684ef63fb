/**
 * What shows a run, on the page or as a frame in another one, in one file: both need the same, and
 * all of it at once.
 */
export { EmbedPage } from '../embed/embed-page';
export { RunView } from './run-view';
