import { expect, it, test } from 'vitest';
import { created, made } from '../testing/made-objects';

const container = (name: string, ...ports: object[]) => ({ name, image: 'nginx', ports });
const pod = (containers: readonly object[], more: object = {}) => ({
  spec: { containers, ...more },
});

test.each<readonly [what: string, fields: object, texts: readonly string[]]>([
  [
    'a port of the host twice',
    pod([
      container('a', { containerPort: 80, hostPort: 8080 }),
      container(
        'b',
        { containerPort: 81, hostPort: 8080 },
        { containerPort: 82, hostPort: 8080, protocol: 'UDP' },
        { containerPort: 83, hostPort: 8080, hostIP: '10.0.0.1' },
      ),
    ]),
    ['spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//8080"'],
  ],
  [
    'the name of a port twice',
    pod([container('a', { containerPort: 80, name: 'web' }, { containerPort: 81, name: 'web' })]),
    ['spec.containers[0].ports[1].name: Duplicate value: "web"'],
  ],
  [
    'another port on the network of the host',
    pod([container('a', { containerPort: 80, hostPort: 81 })], { hostNetwork: true }),
    [
      'spec.containers[0].ports[0].containerPort: Invalid value: 80: must match `hostPort` when ' +
        '`hostNetwork` is true',
    ],
  ],
  [
    'a deadline of nothing',
    pod([container('a')], { activeDeadlineSeconds: 0 }),
    ['spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive'],
  ],
  [
    'names that are none',
    pod([container('a')], {
      ...{ serviceAccountName: 'A', hostname: 'a.b', subdomain: 'B' },
      ...{ priorityClassName: 'C_', runtimeClassName: 'D_' },
    }),
    ['serviceAccountName', 'hostname', 'subdomain', 'priorityClassName', 'runtimeClassName'].map(
      (field) => expect.stringMatching(`^spec.${field}: Invalid value: "[^"]+": a lowercase`),
    ),
  ],
])('%s', (_what, fields, texts) => {
  expect(created('Pod', fields)).toEqual(texts);
});

it('opens the ports of its host on the network of its host', () => {
  const fields = pod([container('a', { containerPort: 80 })], { hostNetwork: true });
  expect(created('Pod', fields)).toEqual([]);
  expect(made('Pod', fields).spec).toMatchObject({
    containers: [{ ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }] }],
  });
});
