/**
 * The form of a scenario document, field by field. Rules between fields (exactly one verb, names
 * that must exist) are in `scenario-rules.ts`, so that both kinds of fault are always reported
 * together.
 */
import { expectationSchema } from './expectation-schema';
import {
  durationField,
  durationRangeField,
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
import type {
  ApiServerSpec,
  EtcdDatum,
  EtcdSpec,
  LimitsSpec,
  NetworkSpec,
  Scenario,
  ScenarioMetadata,
  ScenarioSpec,
  TimelineStep,
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
export const DEFAULT_PROFILE: ProfileName = '1.27';
/** What clocks show at t = 0 unless the scenario says. */
export const DEFAULT_EPOCH = '2023-04-11T00:00:00Z';

function profileField(): z.ZodType<string> {
  const what = `a version from "${PROFILES[0]}" to "${PROFILES[PROFILES.length - 1]}"`;
  const error = (issue: { input?: unknown }) => {
    if (typeof issue.input !== 'number') return expected(what, issue.input);
    const text = `the number ${issue.input}`;
    return `expected ${what}, found ${text}; put it in quotes, because YAML reads 1.30 as 1.3`;
  };
  return z.enum(PROFILES, { error }).meta({
    description: `Behaviour profile: the minor version of Kubernetes. Default ${DEFAULT_PROFILE}.`,
  });
}

function apiServerSchema(): z.ZodType<ApiServerSpec> {
  const startAt = textField(
    'a Go duration such as 2s, or never',
    (text) => text === 'never' || isDuration(text),
    {
      description: 'When the process is started; never: a later step starts it.',
      examples: ['0s'],
    },
  );
  return z
    .strictObject({
      name: nameField('Name of the process and of its lane.', 'kube-apiserver-a'),
      startAt: startAt.optional(),
      flags: z
        .array(wordsField('A flag as on the command line.', '--secure-port=6443'))
        .meta({ description: 'Flags of kube-apiserver.' })
        .optional(),
      manifest: wordsField('A static pod manifest, instead of flags.', 'a Pod in YAML').optional(),
    })
    .meta({ description: 'An API server.' });
}

function etcdSchema(): z.ZodType<EtcdSpec> {
  return z
    .strictObject({
      requestLatency: durationRangeField(
        'Time the store takes for a request.',
        '1ms..4ms',
      ).optional(),
      quotaBackendBytes: quantityField('Size at which the store refuses writes.', '2Gi').optional(),
    })
    .meta({ description: 'The store.' });
}

function networkSchema(): z.ZodType<NetworkSpec> {
  const share = {
    error: (issue: { input?: unknown }) => expected('a share from 0 to 1', issue.input),
  };
  return z
    .strictObject({
      latency: durationRangeField(
        'Time of a message between any two processes.',
        '200us..800us',
      ).optional(),
      loss: z
        .number(share)
        .min(0, share)
        .max(1, share)
        .meta({ description: 'Share of messages that are lost, 0 to 1.' })
        .optional(),
    })
    .meta({ description: 'The network between all processes.' });
}

function etcdDatumSchema(): z.ZodType<EtcdDatum> {
  const key = textField(
    'an etcd key that begins with "/"',
    (text) => text.startsWith('/') && text.length > 1,
    { description: 'The whole key.', examples: ['/registry/masterleases/10.0.0.13'] },
  );
  return z
    .strictObject({
      key,
      value: z
        .unknown()
        .refine((value) => value !== undefined && value !== null, {
          error: (issue) => expected('the decoded object', issue.input),
        })
        .meta({ description: 'The decoded object, stored as the API server would encode it.' }),
      ttl: positiveDurationField('Life of the etcd lease the key hangs on.', '15s').optional(),
    })
    .meta({ description: 'A raw key, stored before the start.' });
}

/** A step with any one verb; payloads of verbs without a schema are left as they are. */
function stepSchema(steps: StepSchemas | undefined): z.ZodType<TimelineStep> {
  const own = narrationSteps();
  const payloads: Record<string, z.ZodType> = {};
  if (steps === undefined)
    for (const verb of CONTRACT_VERBS) payloads[verb] = z.unknown().optional();
  for (const { verb, schema } of [...(steps ?? []), ...own]) payloads[verb] = schema.optional();
  const shape = {
    at: durationField('When, since the start.', '40s'),
    ...payloads,
    for: positiveDurationField('Undone after this long.', '10s').optional(),
    server: nameField('The API server that is asked.', 'kube-apiserver-a').optional(),
    user: wordsField('The user who asks.', 'alice').optional(),
  };
  return z.strictObject(shape).meta({
    description: 'A step: `at` and exactly one verb.',
  }) as unknown as z.ZodType<TimelineStep>;
}

function metadataSchema(): z.ZodType<ScenarioMetadata> {
  return z
    .strictObject({
      name: nameField('Name of the scenario.', 'leader-handoff'),
      title: localTextField('Title.').optional(),
      description: localTextField('What one will see.').optional(),
    })
    .meta({ description: 'What the scenario is called.' });
}

function specSchema(steps: StepSchemas | undefined): z.ZodType<ScenarioSpec> {
  const epoch = textField('a date and time such as 2023-04-11T00:00:00Z', isRfc3339, {
    description: 'What the clocks show at the start.',
    examples: ['2023-04-11T00:00:00Z'],
  });
  const records = wholeNumberField('The run ends when it has so many.', 1, RECORDS_MAX);
  const limits: z.ZodType<LimitsSpec> = z.strictObject({ records: records.optional() });
  const list = <T>(of: z.ZodType<T>, description: string) => z.array(of).meta({ description });
  return z.strictObject({
    seed: wholeNumberField('Every random draw comes from it.', 0, SEED_MAX).optional(),
    kubernetes: profileField().optional(),
    until: durationField('End of the run.', '120s'),
    epoch: epoch.optional(),
    trace: z
      .enum(['auto', 'full'])
      .meta({ description: 'full: nothing is summarised.' })
      .optional(),
    limits: limits.meta({ description: 'Bounds of the run.' }).optional(),
    startDelay: durationRangeField(
      "Time from exec to a process's first instruction.",
      '400ms..1.5s',
    ).optional(),
    etcd: etcdSchema().optional(),
    network: networkSchema().optional(),
    apiServers: list(apiServerSchema(), 'The API servers.').optional(),
    objects: list(
      mappingField('A Kubernetes object, stored before the start.'),
      'Objects that exist before the start.',
    ).optional(),
    etcdData: list(etcdDatumSchema(), 'Raw keys that exist before the start.').optional(),
    timeline: list(stepSchema(steps), 'What happens, and what is told.').optional(),
    expect: list(expectationSchema(), 'What must hold.').optional(),
  });
}

function buildScenarioSchema(steps: StepSchemas | undefined): z.ZodType<Scenario> {
  return z.strictObject({
    apiVersion: z.literal('kube-orrery/v1').meta({ description: 'Version of this format.' }),
    kind: z.literal('Scenario').meta({ description: 'Always Scenario.' }),
    metadata: metadataSchema(),
    spec: specSchema(steps).meta({ description: 'All that a run depends on.' }),
  });
}

/**
 * Building takes longer than reading a small document, so what was built is kept with its verbs.
 */
const built = new WeakMap<StepSchemas, z.ZodType<Scenario>>();
const NO_STEPS: StepSchemas = [];

/**
 * The schema of a whole document. Without `steps` the payloads of the contract's verbs are accepted
 * unread; whoever does so leaves them to the session.
 */
export function scenarioSchema(steps: StepSchemas | undefined): z.ZodType<Scenario> {
  const key = steps ?? NO_STEPS;
  const kept = built.get(key) ?? buildScenarioSchema(steps);
  built.set(key, kept);
  return kept;
}
