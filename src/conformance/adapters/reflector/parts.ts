/** Parts of a reflector by themselves: the deadline of retries, and the type that it takes. */
import { asTime, NO_DURATION } from '#base';
import { type ExampleObject, expectedTypeOf, RetryWithDeadline } from '#kube';
import { type Answer, type Question, Unsupported } from '../../adapter';
import { stepsOf } from '../../queue-stand';
import { Fields } from '../../read-fields';
import { kindOf } from '../../reflector-stand';
import { isStatusReason } from '../../status-reasons';
import { durationIn } from '../../time-facts';

const NOTHING = 'nothing';
const OTHER = 'other error';
const CLOCK = 'fake, started at an arbitrary real time';

/** A reason of errors; another error has one that nothing is retried for. */
function reasonOf(words: string): string {
  if (words === OTHER) return 'Unknown';
  if (!isStatusReason(words)) throw new Unsupported(`no such error as ${words}`);
  return words;
}

export function retries({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only(
    ...['maxRetryDuration', 'minResetPeriod', 'retryable', 'clock'],
  );
  inputs.said('clock', CLOCK, 'fake');
  const words = inputs.text('retryable');
  const retryable = words === NOTHING ? undefined : reasonOf(words);
  const clock = { now: asTime(NO_DURATION) };
  const retry = new RetryWithDeadline({
    clock,
    maxRetryDuration: durationIn(inputs, 'maxRetryDuration'),
    minResetPeriod: durationIn(inputs, 'minResetPeriod'),
    isRetryable: (reason) => reason !== undefined && reason === retryable,
  });
  const shouldRetry = stepsOf(when).map((step) => {
    step.only('advance', 'after');
    clock.now = asTime(clock.now + durationIn(step, 'advance'));
    retry.after(step.has('after') ? reasonOf(step.text('after')) : undefined);
    return retry.shouldRetry();
  });
  return { facts: { shouldRetry } };
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
  const typed = /^typed (\w+)$/.exec(words)?.[1];
  if (typed !== undefined) return { typed: kindOf(typed) };
  const found = UNSTRUCTURED.exec(words);
  if (!found) throw new Unsupported(`given.exampleObject: ${words}`);
  return { unstructured: { apiVersion: found[1], kind: found[2] } };
}
