/** Area `retry-on-conflict`: a write that is tried again while others are in the way. */
import { perform } from '#kernel';
import {
  errorText,
  isConflict,
  newConflict,
  newInternalError,
  onError,
  type RestResult,
  type Status,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { Rig } from '../rig';
import { DescribedFact, durationIn } from '../time-facts';

export const retryOnConflictAdapter: AreaAdapter = {
  area: 'retry-on-conflict',
  calls: { list },
};

const CONFLICTS = new RegExp(
  '^(?:Conflict (always|once|twice|\\w+ times)|(\\w+) Conflicts?)' +
    '(?:,? then (success|some other error))?$',
);
const PODS = { group: '', resource: 'pods' };
const COUNTS: Readonly<Record<string, number>> = {
  ...{ once: 1, twice: 2, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 },
};

const refused = (status: Status): RestResult<null> => ({
  ok: false,
  status,
  transport: undefined,
  seq: 0,
});
const CONFLICT = refused(newConflict(PODS, 'foo', 'the object has been modified'));
const ENDS: Readonly<Record<string, RestResult<null>>> = {
  success: { ok: true, code: 200, object: null, seq: 0 },
  'some other error': refused(newInternalError('some other error')),
};

function list({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('backoff', 'fn');
  const [step, ...more] = stepsOf(when);
  if (more.length > 0 || step?.only('op').text('op') !== 'retryOnConflict') {
    throw new Unsupported('when: expected retryOnConflict');
  }
  const fields = inputs.inside('backoff').only('duration', 'factor', 'jitter', 'steps');
  const backoff = {
    duration: durationIn(fields, 'duration', '0'),
    factor: fields.atLeast('factor', 0, 0),
    jitter: fields.atLeast('jitter', 0, 0),
    steps: fields.count('steps'),
  };
  const { conflicts, end } = planOf(inputs.text('fn'));
  let fnCalls = 0;
  const rig = new Rig({ switches });
  const actor = rig.actor('retry');
  const retrier = { process: rig.process, actor, backoff, retriable: isConflict };
  const result = rig.perform(
    onError(retrier, function* () {
      fnCalls += 1;
      return yield* perform<RestResult<null>>((resume) =>
        resume(fnCalls <= conflicts ? CONFLICT : end),
      );
    }),
  );
  const text = errorText(result);
  const conflict = isConflict(result);
  const words = (said: string) => said === 'the same error' || (conflict && /conflict/i.test(said));
  return { facts: { error: result.ok ? null : new DescribedFact(text, words), fnCalls } };
}

function planOf(fn: string): { readonly conflicts: number; readonly end: RestResult<null> } {
  if (Object.hasOwn(ENDS, fn)) return { conflicts: 0, end: ENDS[fn] };
  if (/^(?:always )?Conflict$/.test(fn)) return { conflicts: Infinity, end: ENDS.success };
  const [, after, before, end = 'success'] = CONFLICTS.exec(fn) ?? [];
  const times = (after ?? before)?.replace(/ times$/, '');
  if (times === 'always') return { conflicts: Infinity, end: ENDS.success };
  const conflicts = COUNTS[times ?? ''] ?? (/^\d+$/.test(times ?? '') ? Number(times) : undefined);
  if (conflicts === undefined) throw new Unsupported(`given.fn: ${fn}`);
  return { conflicts, end: ENDS[end] };
}
