/**
 * The form of a scenario document, field by field. Rules between fields (exactly one verb, names
 * that must exist) are in `scenario-rules.ts`, so that both kinds of fault are always reported
 * together.
 */
import { expectationSchema } from './expectation-schema';
import {
  durationField,
  durationRangeField,
  envField,
  filesField,
  isDuration,
  isRfc3339,
  localTextField,
  mappingField,
  nameField,
  positiveDurationField,
  quantityField,
  textField,
  wholeNumberField,
  wordsField,
} from './fields';
import {
  type ApiServerSpec,
  type ComponentSpec,
  DEFAULT_LATENCIES,
  DEFAULT_PROFILE,
  type EtcdDatum,
  type EtcdSpec,
  type LimitsSpec,
  type NetworkSpec,
  type Scenario,
  type ScenarioMetadata,
  type ScenarioSpec,
  START_FORMS,
  type TimelineStep,
} from './scenario';
import { z } from './schema-kit';
import { CONTRACT_VERBS, narrationSteps, type StepSchemas } from './step-schema';
import { expected } from './wording';

/** Largest seed: 2^32 - 1. */
const SEED_MAX = 4_294_967_295;
/** Most records that a scenario may ask for, 2^31 - 1: a record's number fits into 32 bits. */
const RECORDS_MAX = 2_147_483_647;
/** All behaviour profiles, oldest first. */
export const PROFILES = [
  '1.25',
  '1.26',
  '1.27',
  '1.28',
  '1.29',
  '1.30',
  '1.31',
  '1.32',
  '1.33',
] as const;
export type ProfileName = (typeof PROFILES)[number];
/** What clocks show at t = 0 unless the scenario says. */
export const DEFAULT_EPOCH = '2023-04-11T00:00:00Z';

const PRESET = `Default ${DEFAULT_PROFILE}.`;
const SCENARIO_PROFILE = `Behaviour profile: the minor version of Kubernetes. ${PRESET}`;
const PROCESS_PROFILE = 'Its own minor version of Kubernetes; else that of the scenario.';

function profileField(description: string): z.ZodMiniType<string> {
  const what = `a version from "${PROFILES[0]}" to "${PROFILES[PROFILES.length - 1]}"`;
  const error = (issue: { input?: unknown }) => {
    const { input } = issue;
    const isVersion = (text: string) => (PROFILES as readonly string[]).includes(text);
    const unquoted = typeof input === 'number' && [`${input}`, `${input}0`].some(isVersion);
    if (!unquoted) return expected(what, input);
    const text = `the number ${input}`;
    return `expected ${what}, found ${text}; put it in quotes, because YAML reads 1.30 as 1.3`;
  };
  return z.enum(PROFILES, { error }).check(z.meta({ description }));
}

const startAtField = (): z.ZodMiniType<string> =>
  textField('a Go duration such as 2s, or never', (text) => text === 'never' || isDuration(text), {
    description: 'When the process is started; never: a later step starts it.',
    examples: ['0s'],
  });

const flagsField = (command: string): z.ZodMiniType<readonly string[]> =>
  z
    .array(wordsField('A flag as on the command line.', '--secure-port=6443'))
    .check(z.meta({ description: `Flags of ${command}.` }));

const START_FORM =
  'pre-1.12: it starts, and is elected, as before 1.12; absent: as its version does.';

const componentFields = (command: string) => {
  const server = 'The API server that it is a client of; else the one at the same place.';
  return {
    name: nameField('Name of the process and of its lane.', `${command}-a`),
    startAt: z.optional(startAtField()),
    server: z.optional(nameField(server, 'kube-apiserver-a')),
    flags: z.optional(flagsField(command)),
    kubernetes: z.optional(profileField(PROCESS_PROFILE)),
    env: z.optional(envField(`Environment variables of ${command}.`)),
    files: z.optional(filesField('Texts of the files that its flags name, by path.')),
    config: z.optional(mappingField('Fields of its configuration; a flag wins over its field.')),
  };
};

const schedulerSchema = (): z.ZodMiniType<ComponentSpec> =>
  z.strictObject(componentFields('kube-scheduler')).check(z.meta({ description: 'A scheduler.' }));

const controllerManagerSchema = (): z.ZodMiniType<ComponentSpec> =>
  z
    .strictObject({
      ...componentFields('kube-controller-manager'),
      start: z.optional(z.enum(START_FORMS).check(z.meta({ description: START_FORM }))),
    })
    .check(z.meta({ description: 'A controller manager.' }));

function apiServerSchema(): z.ZodMiniType<ApiServerSpec> {
  return z
    .strictObject({
      name: nameField('Name of the process and of its lane.', 'kube-apiserver-a'),
      startAt: z.optional(startAtField()),
      flags: z.optional(flagsField('kube-apiserver')),
      kubernetes: z.optional(profileField(PROCESS_PROFILE)),
      manifest: z.optional(wordsField('A static pod manifest, instead of flags.', 'a Pod in YAML')),
    })
    .check(z.meta({ description: 'An API server.' }));
}

function etcdSchema(): z.ZodMiniType<EtcdSpec> {
  return z
    .strictObject({
      requestLatency: z.optional(
        durationRangeField('Time the store takes for a request.', DEFAULT_LATENCIES.etcd),
      ),
      quotaBackendBytes: z.optional(
        quantityField('Size at which the store refuses writes.', '2Gi'),
      ),
    })
    .check(z.meta({ description: 'The store.' }));
}

function networkSchema(): z.ZodMiniType<NetworkSpec> {
  const share = {
    error: (issue: { input?: unknown }) => expected('a share from 0 to 1', issue.input),
  };
  return z
    .strictObject({
      latency: z.optional(
        durationRangeField(
          'Time of a message between any two processes.',
          DEFAULT_LATENCIES.network,
        ),
      ),
      loss: z.optional(
        z
          .number(share)
          .check(
            z.minimum(0, share),
            z.maximum(1, share),
            z.meta({ description: 'Share of messages that are lost, 0 to 1.' }),
          ),
      ),
    })
    .check(z.meta({ description: 'The network between all processes.' }));
}

function etcdDatumSchema(): z.ZodMiniType<EtcdDatum> {
  const key = textField(
    'an etcd key that begins with "/"',
    (text) => text.startsWith('/') && text.length > 1,
    { description: 'The whole key.', examples: ['/registry/masterleases/10.0.0.13'] },
  );
  return z
    .strictObject({
      key,
      value: z.unknown().check(
        z.refine((value) => value !== undefined && value !== null, {
          error: (issue) => expected('the decoded object', issue.input),
        }),
        z.meta({ description: 'The decoded object, stored as the API server would encode it.' }),
      ),
      ttl: z.optional(positiveDurationField('Life of the etcd lease the key hangs on.', '15s')),
    })
    .check(z.meta({ description: 'A raw key, stored before the start.' }));
}

/** A step with any one verb; payloads of verbs without a schema are left as they are. */
function stepSchema(steps: StepSchemas | undefined): z.ZodMiniType<TimelineStep> {
  const own = narrationSteps();
  const payloads: Record<string, z.ZodMiniType> = {};
  if (steps === undefined)
    for (const verb of CONTRACT_VERBS) payloads[verb] = z.optional(z.unknown());
  for (const { verb, schema } of [...(steps ?? []), ...own]) payloads[verb] = z.optional(schema);
  const shape = {
    at: durationField('When, since the start.', '40s'),
    ...payloads,
    for: z.optional(positiveDurationField('Undone after this long.', '10s')),
    server: z.optional(nameField('The API server that is asked.', 'kube-apiserver-a')),
    user: z.optional(wordsField('The user who asks.', 'alice')),
  };
  return z.strictObject(shape).check(
    z.meta({
      description: 'A step: `at` and exactly one verb.',
    }),
  ) as unknown as z.ZodMiniType<TimelineStep>;
}

function metadataSchema(): z.ZodMiniType<ScenarioMetadata> {
  return z
    .strictObject({
      name: nameField('Name of the scenario.', 'leader-handoff'),
      title: z.optional(localTextField('Title.')),
      description: z.optional(localTextField('What one will see.')),
    })
    .check(z.meta({ description: 'What the scenario is called.' }));
}

const RESTART_POLICY =
  'Always: what exits is started again with back-off, as a kubelet does with static Pods.';

function specSchema(steps: StepSchemas | undefined): z.ZodMiniType<ScenarioSpec> {
  const epoch = textField('a date and time such as 2023-04-11T00:00:00Z', isRfc3339, {
    description: 'What the clocks show at the start.',
    examples: ['2023-04-11T00:00:00Z'],
  });
  const records = wholeNumberField('The run ends when it has so many.', 1, RECORDS_MAX);
  const limits: z.ZodMiniType<LimitsSpec> = z.strictObject({ records: z.optional(records) });
  const list = <T>(of: z.ZodMiniType<T>, description: string) =>
    z.array(of).check(z.meta({ description }));
  return z.strictObject({
    seed: z.optional(wholeNumberField('Every random draw comes from it.', 0, SEED_MAX)),
    kubernetes: z.optional(profileField(SCENARIO_PROFILE)),
    until: durationField('End of the run.', '120s'),
    epoch: z.optional(epoch),
    trace: z.optional(
      z.enum(['auto', 'full']).check(z.meta({ description: 'full: nothing is summarised.' })),
    ),
    limits: z.optional(limits.check(z.meta({ description: 'Bounds of the run.' }))),
    startDelay: z.optional(
      durationRangeField("Time from exec to a process's first instruction.", '400ms..1.5s'),
    ),
    restartPolicy: z.optional(
      z.enum(['Always', 'Never']).check(z.meta({ description: RESTART_POLICY })),
    ),
    etcd: z.optional(etcdSchema()),
    network: z.optional(networkSchema()),
    apiServers: z.optional(list(apiServerSchema(), 'The API servers.')),
    controllerManagers: z.optional(list(controllerManagerSchema(), 'The controller managers.')),
    schedulers: z.optional(list(schedulerSchema(), 'The schedulers.')),
    objects: z.optional(
      list(
        mappingField('A Kubernetes object, stored before the start.'),
        'Objects that exist before the start.',
      ),
    ),
    etcdData: z.optional(list(etcdDatumSchema(), 'Raw keys that exist before the start.')),
    timeline: z.optional(list(stepSchema(steps), 'What happens, and what is told.')),
    expect: z.optional(list(expectationSchema(), 'What must hold.')),
  });
}

function buildScenarioSchema(steps: StepSchemas | undefined): z.ZodMiniType<Scenario> {
  return z.strictObject({
    apiVersion: z
      .literal('kube-orrery/v1')
      .check(z.meta({ description: 'Version of this format.' })),
    kind: z.literal('Scenario').check(z.meta({ description: 'Always Scenario.' })),
    metadata: metadataSchema(),
    spec: specSchema(steps).check(z.meta({ description: 'All that a run depends on.' })),
  });
}

/**
 * Building takes longer than reading a small document, so what was built is kept with its verbs.
 */
const built = new WeakMap<StepSchemas, z.ZodMiniType<Scenario>>();
const NO_STEPS: StepSchemas = [];

/**
 * The schema of a whole document. Without `steps` the payloads of the contract's verbs are accepted
 * unread; whoever does so leaves them to the session.
 */
export function scenarioSchema(steps: StepSchemas | undefined): z.ZodMiniType<Scenario> {
  const key = steps ?? NO_STEPS;
  const kept = built.get(key) ?? buildScenarioSchema(steps);
  built.set(key, kept);
  return kept;
}
