import { expect, it } from 'vitest';
import { PODS, PRIORITY_CLASSES } from '../../../api/resources';
import { isStatus } from '../../../api/status';
import { ServerWorld } from '../../testing/server-world';
import type { AdmissionAttributes } from '../admission';
import { admitPod } from './priority';

const classOf = (name: string, value: number, more: object = {}) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  ...{ metadata: { name }, value, preemptionPolicy: 'PreemptLowerPriority', ...more },
});
const CLASSES = [
  classOf('system-node-critical', 2_000_001_000),
  classOf('high', 100, { globalDefault: true }),
  classOf('low', 10, { globalDefault: true, preemptionPolicy: 'Never' }),
];
const ATTRIBUTES: AdmissionAttributes = {
  operation: 'CREATE',
  of: PODS,
  subresource: '',
  namespace: 'default',
  name: 'p',
  object: undefined,
};

function admitted(spec: object, classes = CLASSES): unknown {
  const made = admitPod(ATTRIBUTES, { metadata: { name: 'p' }, spec }, classes);
  return isStatus(made) ? made.message : made.spec;
}

it('resolves the class by its name, else by the default of the least value, else 0', () => {
  expect(admitted({ priorityClassName: 'system-node-critical' })).toEqual({
    ...{ priorityClassName: 'system-node-critical', priority: 2_000_001_000 },
    preemptionPolicy: 'PreemptLowerPriority',
  });
  expect(admitted({ priority: 10 })).toEqual({
    ...{ priorityClassName: 'low', priority: 10, preemptionPolicy: 'Never' },
  });
  const none = { priority: 0, preemptionPolicy: 'PreemptLowerPriority' };
  expect(admitted({}, [])).toEqual(none);
});

it('refuses another number, another policy and an unknown class', () => {
  const refused = 'pods "p" is forbidden: ';
  const computed = 'must not be provided in pod spec; priority admission controller computed';
  const given = 'from the given PriorityClass name';
  expect(admitted({ priorityClassName: 'high', priority: 7 })).toBe(
    `${refused}the integer value of priority (7) ${computed} 100 ${given}`,
  );
  const other = { priorityClassName: 'high', preemptionPolicy: 'Never' };
  expect(admitted(other)).toBe(
    `${refused}the string value of PreemptionPolicy (Never) ${computed} ` +
      `PreemptLowerPriority ${given}`,
  );
  const unknown = `${refused}no PriorityClass with name nosuch was found`;
  expect(admitted({ priorityClassName: 'nosuch' })).toBe(unknown);
});

it('works in a server, and lets only one class be the default', () => {
  const world = new ServerWorld().start();
  world.until(() => world.states().includes('serving.ready'), 30);
  world.forSeconds(1);
  const send = (fields: object) => world.answerOf('', fields);
  const classes = { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' };
  const make = (name: string) => {
    const body = classOf(name, 5, { globalDefault: true });
    return send({ ...classes, verb: 'create', name, body });
  };
  expect(make('first')[0]).toBe(201);
  world.forSeconds(1);
  const already = 'PriorityClass first is already marked as default. Only one default can exist';
  const subject = `${PRIORITY_CLASSES.resource}.${PRIORITY_CLASSES.group} "second"`;
  expect(make('second')).toMatchObject([403, { message: `${subject} is forbidden: ${already}` }]);
  const pods = { version: 'v1', resource: 'pods', namespace: 'default', name: 'p' };
  const spec = { containers: [{ name: 'c', image: 'nginx:1' }] };
  const body = { metadata: { name: 'p' }, spec };
  const filled = { priorityClassName: 'first', priority: 5 };
  expect(send({ ...pods, verb: 'create', body })).toMatchObject([201, { spec: filled }]);
  // Who sends a Pod without them leaves them.
  const again = { ...body, spec: { ...spec, priorityClassName: 'first' } };
  expect(send({ ...pods, verb: 'update', body: again })).toMatchObject([200, { spec: filled }]);
}, 30_000);
