/**
 * Flags of logs and metrics that every component has; they are taken and have no effect here.
 *
 * Upstream    kubernetes v1.31 staging/src/k8s.io/component-base/logs/api/v1/options.go,
 *             component-base metrics/options.go
 */
import { type FlagSpec, taken } from './flag-spec';

export const LOGS_AND_METRICS: readonly FlagSpec[] = [
  ...taken('mapStringString', 'allow-metric-labels'),
  ...taken('string', 'allow-metric-labels-manifest', { since: '1.29' }),
  ...taken('strings', 'disabled-metrics'),
  ...taken('string', 'show-hidden-metrics-for-version logging-format=text vmodule'),
  ...taken('duration', 'log-flush-frequency=5s'),
  ...taken('string', 'log-json-info-buffer-size'),
  ...taken('bool', 'log-json-split-stream'),
  ...taken('string', 'log-text-info-buffer-size', { since: '1.31' }),
  ...taken('bool', 'log-text-split-stream', { since: '1.31' }),
  ...taken('int', 'v=0', { shorthand: 'v' }),
];
