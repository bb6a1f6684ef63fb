import type {
  ExpectationSpec,
  ExpectedEvent,
  ExpectedLeader,
  ExpectedLog,
  ExpectedObject,
} from './expectation';
import { durationField, nameField, textField, wholeNumberField, wordsField } from './fields';
import { z } from './schema-kit';

/** Largest number of results that can be expected. */
const COUNT_MAX = 1_000_000;

function expectedObjectSchema(): z.ZodMiniType<ExpectedObject> {
  return z
    .strictObject({
      apiVersion: wordsField('Group and version.', 'v1'),
      kind: wordsField('Kind.', 'Endpoints'),
      namespace: z.optional(wordsField('Namespace; none for cluster objects.', 'default')),
      name: wordsField('Name.', 'kubernetes'),
    })
    .check(z.meta({ description: 'The object that is looked at.' }));
}

function expectedEventSchema(): z.ZodMiniType<ExpectedEvent> {
  const regarding = z.strictObject({
    kind: z.optional(wordsField('Kind of the object.', 'Service')),
    namespace: z.optional(wordsField('Its namespace.', 'default')),
    name: z.optional(wordsField('Its name.', 'kubernetes')),
  });
  return z
    .strictObject({
      reason: wordsField('Reason of the Event.', 'ClusterIPAlreadyAllocated'),
      regarding: z.optional(regarding.check(z.meta({ description: 'The object it is about.' }))),
    })
    .check(z.meta({ description: 'A Kubernetes Event that must be written.' }));
}

function expectedLogSchema(): z.ZodMiniType<ExpectedLog> {
  return z
    .strictObject({
      actor: z.optional(wordsField('Who writes it.', 'kubectl')),
      level: z.optional(wordsField('How grave it is.', 'error')),
      message: textField('a regular expression', isRegularExpression, {
        description: 'Found in the line.',
      }),
    })
    .check(z.meta({ description: 'A line that must be logged or printed.' }));
}

const LEASE = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

function expectedLeaderSchema(): z.ZodMiniType<ExpectedLeader> {
  return z
    .strictObject({
      lease: textField('NAMESPACE/NAME of a Lease', (text) => LEASE.test(text), {
        description: 'Namespace and name of the Lease.',
        pattern: LEASE.source,
        examples: ['kube-system/kube-controller-manager'],
      }),
      is: nameField('The process that leads.', 'kube-controller-manager-b'),
    })
    .check(z.meta({ description: 'Who holds a lease.' }));
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
export function expectationSchema(): z.ZodMiniType<ExpectationSpec> {
  const yes = z.literal(true);
  return z
    .strictObject({
      name: z.optional(wordsField('What is expected, in words.', 'the address leaves')),
      by: z.optional(durationField('Holds at some instant up to this one.', '65s')),
      at: z.optional(durationField('Holds at this instant.', '60s')),
      always: z.optional(
        yes.check(z.meta({ description: 'Holds at every instant from `from` to `until`.' })),
      ),
      never: z.optional(
        yes.check(z.meta({ description: 'Holds at no instant from `from` to `until`.' })),
      ),
      from: z.optional(durationField('First instant of always or never.', '20s')),
      until: z.optional(durationField('Last instant of always or never.', '45s')),
      object: z.optional(expectedObjectSchema()),
      jsonPath: z.optional(
        wordsField("kubectl's JSONPath; its results are compared.", '{.status.phase}'),
      ),
      equals: z
        .optional(z.unknown())
        .check(z.meta({ description: 'The results are this list, or this one value.' })),
      count: z.optional(wholeNumberField('Number of results.', 0, COUNT_MAX)),
      contains: z.optional(
        z.unknown().check(z.meta({ description: 'One of the results is this value.' })),
      ),
      matches: z.optional(
        textField('a regular expression', isRegularExpression, {
          description: 'Found in each result, and there is one.',
        }),
      ),
      absent: z.optional(
        z.boolean().check(z.meta({ description: 'No such object, or with `jsonPath` no result.' })),
      ),
      event: z.optional(expectedEventSchema()),
      log: z.optional(expectedLogSchema()),
      leader: z.optional(expectedLeaderSchema()),
      invariant: z.optional(nameField('A named invariant of the program.', 'revisions-grow')),
      broken: z.optional(
        yes.check(z.meta({ description: 'The invariant does not hold in this run.' })),
      ),
    })
    .check(z.meta({ description: 'What must hold.' }));
}
