/** What the worker loads when it is one of those that run many seeds. */
export { exploreRun } from '#session';
