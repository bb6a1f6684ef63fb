/** A line of the console: kubectl's words, carried out by the client behind all API verbs. */
import { invariant } from '#base';
import { z } from '../schema-kit';
import { defineStep } from '../step-descriptor';

/** Longest line, characters. */
const LINE_MAX = 4_000;

const schema = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(LINE_MAX),
    z.meta({ description: 'A kubectl command line, with or without the word kubectl.' }),
  );

export const kubectlStep = defineStep<string>({
  verb: 'kubectl',
  schema,
  undoable: true,
  takes: 'text',
  title: { en: 'kubectl', zh: 'kubectl' },
  lookAt: { en: 'the console, and its requests', zh: '控制台，以及它的请求' },
  refuses: (line, { lines, ...given }) => {
    invariant(lines, 'what reads lines is there for a document with lines');
    return lines.refuses(line, given);
  },
  target: (line) => line,
  act: (world, line, { seq, server, user, limited }) =>
    world.kubectlLine({ line, step: seq, server, user, limited: limited ?? false }),
});
