/** Programs that a scenario starts, and what is known of the flags that they had once. */

export const PROGRAMS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const;

export type ProgramName = (typeof PROGRAMS)[number];

/** The field of a scenario that lists the processes of a program. */
export const LIST_OF = {
  'kube-apiserver': 'apiServers',
  'kube-controller-manager': 'controllerManagers',
  'kube-scheduler': 'schedulers',
} as const satisfies Readonly<Record<ProgramName, string>>;

/** The programs in words. */
export const PROGRAMS_IN_WORDS = `${PROGRAMS.slice(0, -1).join(', ')} or ${PROGRAMS.at(-1)}`;

export const isProgram = (name: string | undefined): name is ProgramName =>
  PROGRAMS.some((program) => program === name);

/** Flags of logging, which all programs had. */
const LOGGING = {
  logtostderr: '1.26',
  alsologtostderr: '1.26',
  'log-dir': '1.26',
  'log-file': '1.26',
  stderrthreshold: '1.26',
};

/** Flags that many real files still have, and the version of Kubernetes in which they went away. */
const REMOVED_IN: Readonly<Record<ProgramName, Readonly<Record<string, string>>>> = {
  'kube-apiserver': {
    ...LOGGING,
    'insecure-port': '1.24',
    'insecure-bind-address': '1.24',
  },
  'kube-controller-manager': {
    ...LOGGING,
    port: '1.24',
    address: '1.24',
    'pod-eviction-timeout': '1.27',
    'enable-taint-manager': '1.27',
    'horizontal-pod-autoscaler-upscale-delay': '1.31',
    'horizontal-pod-autoscaler-downscale-delay': '1.31',
  },
  'kube-scheduler': { ...LOGGING, port: '1.24', address: '1.24' },
};

/** The version without the flag, where it is one that a program had once. */
export const removedIn = (program: ProgramName, flag: string): string | undefined =>
  Object.hasOwn(REMOVED_IN[program], flag) ? REMOVED_IN[program][flag] : undefined;
