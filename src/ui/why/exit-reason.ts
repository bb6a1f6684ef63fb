import type { Words } from './sentences';

/** The model's own words for why a process ended; signals and the like stay as they are. */
const WORDS = {
  'terminated gracefully': 'exit-graceful',
  'asked to terminate': 'exit-asked',
  'leader election lost': 'exit-election',
  'second signal': 'exit-second',
  'command failed': 'exit-command',
} as const;

/** Why a process ended, in the person's language. */
export const exitReason = (reason: string, t: Words): string =>
  Object.hasOwn(WORDS, reason) ? t(WORDS[reason as keyof typeof WORDS]) : reason;
