/** Parts of a reflector by themselves: the deadline of retries, and the type that it takes. */
import { asTime, NO_DURATION } from '#base';
import { type ExampleObject, expectedTypeOf, PODS, RetryWithDeadline } from '#kube';
import { type Answer, type Question, Unsupported } from '../../adapter';
import { stepsOf } from '../../queue-stand';
import { Fields } from '../../read-fields';
import { durationIn } from '../../time-facts';

const RETRYABLE: Readonly<Record<string, string>> = {
  nothing: '',
  InternalError: 'InternalError',
};
const CLOCK = 'fake, started at an arbitrary real time';
const REASONS: Readonly<Record<string, string>> = {
  InternalError: 'InternalError',
  'other error': 'Unknown',
};

export function retries({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only(
    ...['maxRetryDuration', 'minResetPeriod', 'retryable', 'clock'],
  );
  if (inputs.text('clock') !== CLOCK) throw new Unsupported('given.clock: no such clock');
  const retryable = oneOf(RETRYABLE, inputs.text('retryable'));
  const clock = { now: asTime(NO_DURATION) };
  const retry = new RetryWithDeadline({
    clock,
    maxRetryDuration: durationIn(inputs, 'maxRetryDuration'),
    minResetPeriod: durationIn(inputs, 'minResetPeriod'),
    isRetryable: (reason) => reason === retryable,
  });
  const shouldRetry = stepsOf(when).map((step) => {
    step.only('advance', 'after');
    clock.now = asTime(clock.now + durationIn(step, 'advance'));
    retry.after(step.has('after') ? oneOf(REASONS, step.text('after')) : undefined);
    return retry.shouldRetry();
  });
  return { facts: { shouldRetry } };
}

function oneOf(known: Readonly<Record<string, string>>, words: string): string {
  if (!Object.hasOwn(known, words)) throw new Unsupported(`no such thing as ${words}`);
  return known[words];
}

const UNSTRUCTURED = /^unstructured (?:without apiVersion\/kind|(\S+) (\S+))$/;

export function expectedType({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('exampleObject');
  const [step, ...more] = stepsOf(when);
  if (more.length > 0 || step?.only('op').text('op') !== 'setExpectedType') {
    throw new Unsupported('when: expected setExpectedType');
  }
  const example = inputs.text('exampleObject', '');
  const { displayName, gvkChecked } = expectedTypeOf(exampleOf(example));
  return { facts: { displayName, gvkChecked } };
}

function exampleOf(words: string): ExampleObject | undefined {
  if (/^(?:nil)?$/.test(words)) return undefined;
  if (words === 'typed Pod') return { typed: PODS };
  const found = UNSTRUCTURED.exec(words);
  if (!found) throw new Unsupported(`given.exampleObject: ${words}`);
  return { unstructured: { apiVersion: found[1], kind: found[2] } };
}
