/**
 * The rows of Jobs and CronJobs.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go
 */
import { at, humanDuration, type Json, listAt, parseTime, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import { type Profile, profileWithin } from '../../profile';
import {
  AGE,
  boolean,
  CONTAINERS,
  column,
  integer,
  NAME,
  NONE,
  nameOf,
  numberAt,
  optional,
  SELECTOR,
  type TableKind,
  UNSET,
} from './columns';
import { formatLabelSelector } from './label-selector';
import { containerCells, templateCells } from './workloads';

/** `1/3`, or `0/1 of 5` for a work queue. */
function completionsOf(job: KubeObject): string {
  const succeeded = numberAt(job, 'status', 'succeeded');
  const completions = at(job, 'spec', 'completions');
  if (completions !== undefined && completions !== null) return `${succeeded}/${completions}`;
  const parallelism = numberAt(job, 'spec', 'parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationOf(job: KubeObject, nowAge: (timestamp: Json) => string): string {
  const start = textAt(job, 'status', 'startTime');
  const end = textAt(job, 'status', 'completionTime');
  if (start === '') return '';
  return end === ''
    ? nowAge(start)
    : humanDuration((parseTime(end) ?? 0) - (parseTime(start) ?? 0));
}

/** In order of precedence, with what they are called. */
const JOB_CONDITIONS: readonly (readonly [type: string, status: string])[] = [
  ['Suspended', 'Suspended'],
  ['FailureTarget', 'FailureTarget'],
];

function jobStatus(job: KubeObject): string {
  const has = (type: string) =>
    listAt(job, 'status', 'conditions').some(
      (each) => textAt(each, 'type') === type && textAt(each, 'status') === 'True',
    );
  if (has('Complete')) return 'Complete';
  if (has('Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return JOB_CONDITIONS.find(([type]) => has(type))?.[1] ?? 'Running';
}

function jobs(profile: Profile): TableKind {
  // Since 1.30 the status is a column. Source: kubernetes pull request 123226.
  const withStatus = profileWithin(profile, '1.30');
  return {
    columns: [
      NAME,
      ...(withStatus ? [column('Status', 'Status of the job.')] : []),
      column('Completions', 'Number of Pods that have succeeded'),
      column('Duration', 'Time required to complete the job.'),
      AGE,
      ...CONTAINERS,
      SELECTOR,
    ],
    cells: (object, ageOf) => [
      nameOf(object),
      ...(withStatus ? [jobStatus(object)] : []),
      completionsOf(object),
      durationOf(object, ageOf),
      ageOf(object.metadata.creationTimestamp),
      ...templateCells(object),
      formatLabelSelector(at(object, 'spec', 'selector')),
    ],
  };
}

/** Upstream: printBoolPtr. */
function boolText(value: Json): string {
  if (value === undefined || value === null) return UNSET;
  return value === true ? 'True' : 'False';
}

function cronJobs(profile: Profile): TableKind {
  // Since 1.30 the time zone is a column. Source: kubernetes pull request 122231.
  const withZone = profileWithin(profile, '1.30');
  return {
    columns: [
      NAME,
      column('Schedule', 'When Jobs are made, as cron writes it'),
      ...(withZone ? [column('Timezone', 'Time zone of the schedule')] : []),
      boolean('Suspend', 'Whether no Jobs are made for now'),
      integer('Active', 'Jobs that run'),
      column('Last Schedule', 'When a Job was made last'),
      AGE,
      ...CONTAINERS,
      SELECTOR,
    ],
    cells: (object, ageOf) => {
      const last = at(object, 'status', 'lastScheduleTime');
      const template = at(object, 'spec', 'jobTemplate', 'spec');
      return [
        nameOf(object),
        textAt(object, 'spec', 'schedule'),
        ...(withZone ? [optional(object, NONE, 'spec', 'timeZone')] : []),
        boolText(at(object, 'spec', 'suspend')),
        listAt(object, 'status', 'active').length,
        last === undefined ? NONE : ageOf(last),
        ageOf(object.metadata.creationTimestamp),
        ...containerCells(at(template, 'template', 'spec')),
        formatLabelSelector(at(template, 'selector')),
      ];
    },
  };
}

/** By `resource.group`. */
export const jobTables = (profile: Profile): Readonly<Record<string, TableKind>> => ({
  'jobs.batch': jobs(profile),
  'cronjobs.batch': cronJobs(profile),
});
