import type { RunSummary } from '#protocol';

/** Names of the expectations that did not hold. */
export const failedOf = ({ expectations }: RunSummary): readonly string[] =>
  expectations.filter(({ ok }) => !ok).map(({ name }) => name);
