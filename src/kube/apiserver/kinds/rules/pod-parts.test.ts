/** What is wrong with parts of Pods and with CronJobs, over HTTP. */
import { describe, expect, it } from 'vitest';
import { RestWorld } from '../../registry/testing/rest-world';
import { scheduleFault } from './cron-schedule';

const world = new RestWorld();
const container = { name: 'c', image: 'i:1' };

/** Field and message of each cause. */
function causesOf(place: string, body: object): string[] {
  const { body: answer } = world.ask(`POST ${place}?dryRun=All`, body);
  return (answer.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}
const ofPod = (spec: object) =>
  causesOf('/api/v1/namespaces/default/pods', {
    metadata: { name: 'a' },
    spec: { containers: [container], ...spec },
  });
const ofContainer = (more: object) => ofPod({ containers: [{ ...container, ...more }] });
const HANDLER = { exec: { command: ['x'] } };
const C = 'spec.containers[0]';

describe('probes', () => {
  it.each<[string, object, string[]]>([
    ['good ones', { livenessProbe: { httpGet: { port: 80 } }, readinessProbe: HANDLER }, []],
    [
      'no handler',
      { livenessProbe: { periodSeconds: 5 } },
      [`${C}.livenessProbe: Required value: must specify a handler type`],
    ],
    [
      'two handlers',
      { readinessProbe: { ...HANDLER, tcpSocket: { port: 80 } } },
      [`${C}.readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type`],
    ],
    [
      'wrong values of handlers',
      {
        livenessProbe: { exec: {} },
        readinessProbe: { httpGet: { port: 0, scheme: 'FTP' } },
        startupProbe: { tcpSocket: { port: 'a_b' } },
      },
      [
        `${C}.livenessProbe.exec.command: Required value`,
        `${C}.readinessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, ` +
          'inclusive',
        `${C}.readinessProbe.httpGet.scheme: Unsupported value: "FTP": supported values: ` +
          '"HTTP", "HTTPS"',
        `${C}.startupProbe.tcpSocket.port: Invalid value: "a_b": must contain only alpha-numeric ` +
          'characters (a-z, 0-9), and hyphens (-)',
      ],
    ],
    [
      'wrong numbers',
      {
        livenessProbe: { ...HANDLER, initialDelaySeconds: -1, successThreshold: 2 },
        readinessProbe: { ...HANDLER, terminationGracePeriodSeconds: 5 },
        startupProbe: { ...HANDLER, terminationGracePeriodSeconds: 0 },
      },
      [
        `${C}.livenessProbe.initialDelaySeconds: Invalid value: -1: must be greater than or ` +
          'equal to 0',
        `${C}.livenessProbe.successThreshold: Invalid value: 2: must be 1`,
        `${C}.readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set ` +
          'for readinessProbes',
        `${C}.startupProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0`,
      ],
    ],
    [
      'a lifecycle',
      { lifecycle: { preStop: {}, postStart: { httpGet: { port: 80 } } } },
      [`${C}.lifecycle.preStop: Required value: must specify a handler type`],
    ],
  ])('%s', (_title, more, expected) => {
    expect(ofContainer(more)).toEqual(expected);
  });
});

describe('volumes', () => {
  const volumes = (...sources: object[]) =>
    ofPod({ volumes: sources.map((source, index) => ({ name: `v${index}`, ...source })) });

  it.each<[string, object, string[]]>([
    ['nothing but a name', {}, []],
    [
      'two sources',
      { emptyDir: {}, secret: { secretName: 's' } },
      ['secret: Forbidden: may not specify more than 1 volume type'],
    ],
    [
      'a secret of no name and too open',
      { secret: { defaultMode: 512 } },
      [
        'secret.secretName: Required value',
        'secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), ' +
          'both inclusive',
      ],
    ],
    [
      'a claim of no name',
      { persistentVolumeClaim: {} },
      ['persistentVolumeClaim.claimName: Required value'],
    ],
    [
      'a path that leaves',
      { hostPath: { path: '/a/../b', type: 'Door' } },
      [
        'hostPath.path: Invalid value: "/a/../b": must not contain \'..\'',
        'hostPath.type: Unsupported value: "Door": supported values: "", "BlockDevice", ' +
          '"CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
      ],
    ],
    [
      'a share',
      { nfs: { path: 'x' } },
      ['nfs.server: Required value', 'nfs.path: Invalid value: "x": must be an absolute path'],
    ],
  ])('%s', (_title, source, expected) => {
    expect(volumes(source)).toEqual(expected.map((text) => `spec.volumes[0].${text}`));
  });
});

describe('affinity and tolerations', () => {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

  it('check terms of nodes', () => {
    const at = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms`;
    const affinity = (terms: object[]) =>
      ofPod({ affinity: { nodeAffinity: { [required]: { nodeSelectorTerms: terms } } } });
    expect(affinity([])).toEqual([
      `${at}: Required value: must have at least one node selector term`,
    ]);
    const matchExpressions = [
      { key: 'a', operator: 'In' },
      { key: 'a', operator: 'Exists', values: ['x'] },
      { key: 'a', operator: 'Gt', values: ['1', '2'] },
      { key: 'a', operator: 'Like' },
    ];
    const place = (index: number) => `${at}[0].matchExpressions[${index}]`;
    expect(affinity([{ matchExpressions }])).toEqual([
      `${place(0)}.values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      `${place(1)}.values: Forbidden: may not be specified when \`operator\` is 'Exists' or ` +
        "'DoesNotExist'",
      `${place(2)}.values: Required value: must be specified single value when \`operator\` is ` +
        "'Lt' or 'Gt'",
      `${place(3)}.operator: Invalid value: "Like": not a valid selector operator`,
    ]);
  });

  it('check terms of Pods', () => {
    const podAffinityTerm = { topologyKey: '' };
    const affinity = { podAntiAffinity: { [preferred]: [{ weight: 101, podAffinityTerm }] } };
    const at = `spec.affinity.podAntiAffinity.${preferred}[0]`;
    expect(ofPod({ affinity })).toEqual([
      `${at}.weight: Invalid value: 101: must be in the range 1-100`,
      `${at}.podAffinityTerm.topologyKey: Required value: can not be empty`,
      `${at}.podAffinityTerm.topologyKey: Invalid value: "": name part must be non-empty`,
      expect.stringContaining('topologyKey: Invalid value: "": name part must consist of'),
    ]);
  });

  it('check what is tolerated', () => {
    const tolerations = [
      { operator: 'Exists' },
      { value: 'x' },
      { key: 'a', operator: 'Exists', value: 'x' },
      { key: 'a', operator: 'Like' },
      { key: 'a', effect: 'NoSchedule', tolerationSeconds: 5 },
      { key: 'a', effect: 'Never' },
    ];
    expect(ofPod({ tolerations })).toEqual([
      'spec.tolerations[1].operator: Invalid value: "": operator must be Exists when `key` is ' +
        'empty, which means "match all values and all keys"',
      'spec.tolerations[2].operator: Invalid value: core.Toleration{Key:"a", Operator:"Exists", ' +
        'Value:"x", Effect:"", TolerationSeconds:(*int64)(nil)}: value must be empty when ' +
        "`operator` is 'Exists'",
      'spec.tolerations[3].operator: Unsupported value: "Like": supported values: "Equal", ' +
        '"Exists"',
      'spec.tolerations[4].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' ' +
        'when `tolerationSeconds` is set',
      'spec.tolerations[5].effect: Unsupported value: "Never": supported values: ' +
        '"NoSchedule", "PreferNoSchedule", "NoExecute"',
    ]);
  });
});

describe('CronJobs', () => {
  it.each<[string, string | undefined]>([
    ['*/5 0-23 1,15 jan-mar mon', undefined],
    ['@every 1h30m', undefined],
    ['@daily', undefined],
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['9-3 * * * *', 'beginning of range (9) beyond end of range (3): 9-3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@sometimes', 'unrecognized descriptor: @sometimes'],
  ])('schedule %s', (schedule, fault) => {
    expect(scheduleFault(schedule)).toBe(fault);
  });

  it('are told what is wrong with zones and policies', () => {
    const template = { spec: { containers: [container], restartPolicy: 'Never' } };
    const causes = (more: object) =>
      causesOf('/apis/batch/v1/namespaces/default/cronjobs', {
        metadata: { name: 'c' },
        spec: { schedule: '* * * * *', jobTemplate: { spec: { template } }, ...more },
      });
    expect(causes({ timeZone: 'Europe/Berlin' })).toEqual([]);
    expect(causes({ timeZone: 'local' })).toEqual([
      'spec.timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined ' +
        'in https://www.iana.org/time-zones',
    ]);
    expect(causes({ schedule: 'TZ=UTC * * * * *' })).toEqual([
      'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, ' +
        'use timeZone field instead',
    ]);
    expect(causes({ schedule: 'TZ=UTC * * * * *', timeZone: 'UTC' })).toEqual([
      'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use both timeZone field and TZ ' +
        'or CRON_TZ in schedule',
    ]);
    expect(causes({ concurrencyPolicy: 'Maybe', startingDeadlineSeconds: -1 })).toEqual([
      'spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
      'spec.concurrencyPolicy: Unsupported value: "Maybe": supported values: "Allow", "Forbid", ' +
        '"Replace"',
    ]);
  });
});
