/**
 * What is wrong with a CronJob, in the order in which upstream says it.
 *
 * Upstream    kubernetes v1.27 pkg/apis/batch/validation/validation.go (ValidateCronJobCreate,
 *             validateCronJobSpec, ValidateJobTemplateSpec)
 * Simplified  a zone in the schedule of a new CronJob is refused in every profile
 */
import { type FieldError, invalid, notSupported } from '../../../api/field-error';
import { nameOf } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import { maxLengthError } from '../../../api/validate-text';
import { scheduleErrors, zoneErrors } from './cron-schedule';
import { notNegative, oneOf } from './field-checks';
import { validateJobSpec } from './job-validation';
import { goSelector } from './label-selector';
import { fieldsOf } from './pod-defaults';

/** Room for what its Jobs' names add. Source: apimachineryvalidation.DNS1035LabelMaxLength - 11. */
const CRON_NAME_MAX = 52;
const POLICIES = ['Allow', 'Forbid', 'Replace'];

/** Its Jobs always have a selector of their own. Upstream: ValidateJobTemplateSpec. */
function validateJobTemplate(value: unknown, path: string): FieldError[] {
  const spec = fieldsOf(fieldsOf(value).spec);
  const { selector, manualSelector } = spec;
  const made = '`selector` will be auto-generated';
  return [
    ...validateJobSpec(spec, path),
    ...(selector === undefined ? [] : [invalid(`${path}.selector`, goSelector(selector), made)]),
    ...(manualSelector === true
      ? [notSupported(`${path}.manualSelector`, true, ['nil', 'false'])]
      : []),
  ];
}

/** @param old undefined for a new one. */
function validateSpec(object: KubeObject, old: KubeObject | undefined): FieldError[] {
  const spec = fieldsOf(object.spec);
  const { schedule, timeZone } = spec;
  const sameZone = old !== undefined && fieldsOf(old.spec).timeZone === timeZone;
  const number = (name: string) => notNegative(spec[name], `spec.${name}`);
  return [
    ...scheduleErrors(schedule, timeZone, old === undefined),
    ...number('startingDeadlineSeconds'),
    ...(sameZone ? [] : zoneErrors(timeZone, 'spec.timeZone')),
    ...oneOf(spec.concurrencyPolicy, 'spec.concurrencyPolicy', POLICIES),
    ...validateJobTemplate(spec.jobTemplate, 'spec.jobTemplate.spec'),
    ...number('successfulJobsHistoryLimit'),
    ...number('failedJobsHistoryLimit'),
  ];
}

/** Upstream: ValidateCronJobCreate. */
export function validateCronJob(object: KubeObject): FieldError[] {
  const name = nameOf(object);
  const long = name.length > CRON_NAME_MAX;
  return [
    ...validateSpec(object, undefined),
    ...(long ? [invalid('metadata.name', name, maxLengthError(CRON_NAME_MAX))] : []),
  ];
}

/** An older one may keep a name that is too long. Upstream: ValidateCronJobUpdate. */
export const validateCronJobUpdate = (object: KubeObject, old: KubeObject): FieldError[] =>
  validateSpec(object, old);
