import { parseGoDuration, type SimDuration } from '#base';
import { z } from './schema-kit';

/** A Go duration of zero or more, read as µs. */
export const durationSchema = z.string().check(
  z.refine((text) => Number(parseGoDuration(text) ?? -1) >= 0, {
    error: (issue) => `expected a Go duration such as 500ms, found ${JSON.stringify(issue.input)}`,
  }),
);

/** The length of a checked duration text. */
export const lengthOf = (text: string): SimDuration => parseGoDuration(text) as SimDuration;
