/** What the worker loads when an expectation is about what a path leads to. */
export { jsonPathResults } from '#session';
