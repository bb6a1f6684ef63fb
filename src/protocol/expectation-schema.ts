import type { ExpectationSpec, ExpectedEvent, ExpectedObject } from './expectation';
import { durationField, nameField, textField, wholeNumberField, wordsField } from './fields';
import { z } from './schema-kit';

/** Largest number of results that can be expected. */
const COUNT_MAX = 1_000_000;

function expectedObjectSchema(): z.ZodType<ExpectedObject> {
  return z
    .strictObject({
      apiVersion: wordsField('Group and version.', 'v1'),
      kind: wordsField('Kind.', 'Endpoints'),
      namespace: wordsField('Namespace; none for cluster objects.', 'default').optional(),
      name: wordsField('Name.', 'kubernetes'),
    })
    .meta({ description: 'The object that is looked at.' });
}

function expectedEventSchema(): z.ZodType<ExpectedEvent> {
  const regarding = z.strictObject({
    kind: wordsField('Kind of the object.', 'Service').optional(),
    namespace: wordsField('Its namespace.', 'default').optional(),
    name: wordsField('Its name.', 'kubernetes').optional(),
  });
  return z
    .strictObject({
      reason: wordsField('Reason of the Event.', 'ClusterIPAlreadyAllocated'),
      regarding: regarding.meta({ description: 'The object it is about.' }).optional(),
    })
    .meta({ description: 'A Kubernetes Event that must be written.' });
}

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return text !== '';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The form of an expectation. */
export function expectationSchema(): z.ZodType<ExpectationSpec> {
  const yes = z.literal(true);
  return z
    .strictObject({
      name: wordsField('What is expected, in words.', 'the address leaves').optional(),
      by: durationField('Holds at some instant up to this one.', '65s').optional(),
      at: durationField('Holds at this instant.', '60s').optional(),
      always: yes
        .meta({ description: 'Holds at every instant from `from` to `until`.' })
        .optional(),
      never: yes.meta({ description: 'Holds at no instant from `from` to `until`.' }).optional(),
      from: durationField('First instant of always or never.', '20s').optional(),
      until: durationField('Last instant of always or never.', '45s').optional(),
      object: expectedObjectSchema().optional(),
      jsonPath: wordsField(
        "kubectl's JSONPath; its results are compared.",
        '{.status.phase}',
      ).optional(),
      equals: z
        .unknown()
        .optional()
        .meta({ description: 'The results are this list, or this one value.' }),
      count: wholeNumberField('Number of results.', 0, COUNT_MAX).optional(),
      contains: z.unknown().meta({ description: 'One of the results is this value.' }).optional(),
      matches: textField('a regular expression', isRegularExpression, {
        description: 'Found in each result, and there is one.',
      }).optional(),
      absent: z
        .boolean()
        .meta({ description: 'No such object, or with `jsonPath` no result.' })
        .optional(),
      event: expectedEventSchema().optional(),
      invariant: nameField('A named invariant of the program.', 'revisions-grow').optional(),
    })
    .meta({ description: 'What must hold.' });
}
