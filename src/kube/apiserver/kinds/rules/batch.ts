/**
 * Jobs and CronJobs.
 *
 * Upstream    kubernetes v1.27 pkg/apis/batch/v1/defaults.go, pkg/registry/batch/job/strategy.go
 *             (generateSelector), pkg/apis/batch/validation/validation.go
 * Simplified  the labels and the selector of 1.27 in every profile; a zone in the schedule of a new
 *             CronJob is refused in every profile
 */
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, invalid, notSupported, required } from '../../../api/field-error';
import { nameOf, uidOf } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import { maxLengthError } from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import { scheduleErrors } from './cron-schedule';
import { defaultTemplate, type Fields, fieldsOf, mapped, withDefaults } from './pod-defaults';
import { notNegative, oneOf } from './pod-validation';
import { warningsOfTemplate } from './pod-warnings';
import { goSelector, templateMismatch, validateTemplate } from './workload-parts';

const RESTARTS = ['OnFailure', 'Never'];
/** Labels of a Job's Pods, of both generations. Source: batch.JobNameLabel and its like. */
const PREFIX = 'batch.kubernetes.io/';

function jobDefaults(object: KubeObject): KubeObject {
  const given = fieldsOf(object.spec);
  const both = given.completions === undefined && given.parallelism === undefined;
  const spec = withDefaults(defaultTemplate(given), {
    ...(both ? { completions: 1 } : {}),
    parallelism: 1,
    backoffLimit: 6,
    completionMode: 'NonIndexed',
    suspend: false,
  });
  const { labels } = fieldsOf(fieldsOf(spec.template).metadata);
  if (labels === undefined || Object.keys(object.metadata.labels ?? {}).length > 0) {
    return { ...object, spec };
  }
  const metadata = { ...object.metadata, labels } as KubeObject['metadata'];
  return { ...object, metadata, spec };
}

/** A selector of its own, which no other Job has. */
function generateSelector(object: KubeObject): KubeObject {
  const spec = fieldsOf(object.spec);
  if (spec.manualSelector === true) return object;
  const uid = uidOf(object);
  const labels: Record<string, string> = {};
  for (const prefix of ['', PREFIX]) {
    labels[`${prefix}controller-uid`] = uid;
    labels[`${prefix}job-name`] = nameOf(object);
  }
  const template = mapped(
    withDefaults(fieldsOf(spec.template), { metadata: {} }),
    'metadata',
    (meta) => {
      const own = fieldsOf(meta);
      return { ...own, labels: { ...fieldsOf(own.labels), ...labels } };
    },
  );
  const { matchLabels, ...rest } = fieldsOf(spec.selector);
  const key = `${PREFIX}controller-uid`;
  const selector = { ...rest, matchLabels: { ...fieldsOf(matchLabels), [key]: uid } };
  return { ...object, spec: { ...spec, selector, template } };
}

function restarts(spec: Fields): FieldError[] {
  const path = 'spec.template.spec.restartPolicy';
  const { restartPolicy: policy } = fieldsOf(fieldsOf(spec.template).spec);
  if (policy === 'Always') {
    return [required(path, `valid values: ${RESTARTS.map((each) => `"${each}"`).join(', ')}`)];
  }
  return RESTARTS.includes(String(policy)) ? [] : [notSupported(path, String(policy), RESTARTS)];
}

function validateJob({ spec: given }: KubeObject): FieldError[] {
  const spec = fieldsOf(given);
  return [
    ...['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit'].flatMap((name) =>
      notNegative(spec[name], `spec.${name}`),
    ),
    ...oneOf(spec.completionMode, 'spec.completionMode', ['Indexed', 'NonIndexed']),
    ...(spec.selector === undefined ? [required('spec.selector', '')] : []),
    ...templateMismatch(spec),
    ...validateTemplate(spec, undefined),
    ...restarts(spec),
  ];
}

function validateJobUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const [spec, before] = [fieldsOf(object.spec), fieldsOf(old.spec)];
  const same = (name: string) => semanticDeepEqual(spec[name], before[name]);
  return [
    ...(same('completions')
      ? []
      : [invalid('spec.completions', Number(spec.completions), IMMUTABLE_FIELD)]),
    ...(same('selector')
      ? []
      : [invalid('spec.selector', goSelector(spec.selector), IMMUTABLE_FIELD)]),
    // Upstream prints the whole template here.
    ...(same('template')
      ? []
      : [invalid('spec.template', { go: 'core.PodTemplateSpec{...}' }, IMMUTABLE_FIELD)]),
  ];
}

export const jobRules: KindRules = {
  warnings: warningsOfTemplate,
  setDefaults: jobDefaults,
  prepareForCreate: generateSelector,
  garbageCollection: 'OrphanDependents',
  validate: validateJob,
  validateUpdate: validateJobUpdate,
  selectableFields: (object) => ({
    'status.successful': String(fieldsOf(object.status).succeeded ?? 0),
  }),
  fieldNotSupported: (field) => `field label "${field}" not supported for Job`,
};

/** Room for what its Jobs' names add. Source: apimachineryvalidation.DNS1035LabelMaxLength - 11. */
const CRON_NAME_MAX = 52;
const cronSchedule = (value: unknown, isNew: boolean): FieldError[] => {
  const { schedule, timeZone } = fieldsOf(value);
  return scheduleErrors(schedule, timeZone, isNew);
};

export const cronJobRules: KindRules = {
  setDefaults: (object) => {
    const given = fieldsOf(object.spec);
    const jobTemplate = fieldsOf(given.jobTemplate);
    const job = defaultTemplate(fieldsOf(jobTemplate.spec));
    const spec = { ...given, jobTemplate: { ...jobTemplate, spec: job } };
    const defaults = {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    };
    return { ...object, spec: withDefaults(spec, defaults, ['concurrencyPolicy']) };
  },
  firstStatus: () => ({}),
  validateCreate: ({ spec }) => cronSchedule(spec, true),
  validateUpdate: ({ spec }) => cronSchedule(spec, false),
  validate: (object) => {
    const spec = fieldsOf(object.spec);
    const name = nameOf(object);
    const long = name.length > CRON_NAME_MAX;
    return [
      ...oneOf(spec.concurrencyPolicy, 'spec.concurrencyPolicy', ['Allow', 'Forbid', 'Replace']),
      ...[
        'startingDeadlineSeconds',
        'successfulJobsHistoryLimit',
        'failedJobsHistoryLimit',
      ].flatMap((field) => notNegative(spec[field], `spec.${field}`)),
      ...(long ? [invalid('metadata.name', name, maxLengthError(CRON_NAME_MAX))] : []),
    ];
  },
};
