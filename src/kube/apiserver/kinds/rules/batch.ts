/**
 * Jobs and CronJobs.
 *
 * Upstream    kubernetes v1.27 pkg/apis/batch/v1/defaults.go, pkg/registry/batch/job/strategy.go
 *             (generateSelector)
 * Simplified  the labels and the selector of 1.27 in every profile
 */
import { nameOf, uidOf } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import type { KindRules } from '../../registry/strategies/plain';
import { validateCronJob, validateCronJobUpdate } from './cron-job-validation';
import { JOB_LABEL_PREFIX, validateJob, validateJobUpdate } from './job-validation';
import { defaultTemplate, fieldsOf, mapped, withDefaults } from './pod-defaults';
import { warningsOfTemplate } from './pod-warnings';

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
  for (const prefix of ['', JOB_LABEL_PREFIX]) {
    labels[`${prefix}controller-uid`] = uid;
    labels[`${prefix}job-name`] = nameOf(object);
  }
  const template = mapped(
    withDefaults(fieldsOf(spec.template), { metadata: {} }),
    'metadata',
    (meta) => {
      const own = fieldsOf(meta);
      return { ...own, labels: { ...labels, ...fieldsOf(own.labels) } };
    },
  );
  const { matchLabels, ...rest } = fieldsOf(spec.selector);
  const key = `${JOB_LABEL_PREFIX}controller-uid`;
  const selector = { ...rest, matchLabels: { ...fieldsOf(matchLabels), [key]: uid } };
  return { ...object, spec: { ...spec, selector, template } };
}

export const jobRules: KindRules = {
  warnings: warningsOfTemplate,
  setDefaults: jobDefaults,
  prepareForCreate: generateSelector,
  garbageCollection: 'OrphanDependents',
  validateCreate: validateJob,
  validateUpdate: validateJobUpdate,
  selectableFields: (object) => ({
    'status.successful': String(fieldsOf(object.status).succeeded ?? 0),
  }),
  fieldNotSupported: (field) => `field label "${field}" not supported for Job`,
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
  validateCreate: validateCronJob,
  validateUpdate: validateCronJobUpdate,
};
