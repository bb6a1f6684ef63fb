import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/objects';
import { toV1, toV2 } from './autoscaler-versions';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const bounds = { scaleTargetRef, minReplicas: 1, maxReplicas: 3 };
const share = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});
const hpa = (apiVersion: string, fields: object): KubeObject => ({
  apiVersion,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'x', annotations: { mine: 'kept' } },
  ...fields,
});

it('has a field of v1 for the share of the CPU, which is 80 unless it is given', () => {
  const older = hpa('autoscaling/v1', { spec: bounds });
  expect(toV2(older).spec).toEqual({ ...bounds, metrics: [share(80)] });
  expect(toV1(toV2(older)).spec).toEqual({ ...bounds, targetCPUUtilizationPercentage: 80 });
  const given = { ...bounds, targetCPUUtilizationPercentage: 50 };
  const newer = toV2(hpa('autoscaling/v1', { spec: given }));
  expect(newer).toMatchObject({ apiVersion: 'autoscaling/v2', spec: { metrics: [share(50)] } });
  expect(toV1(newer)).toEqual(hpa('autoscaling/v1', { spec: given }));
});

it('keeps in annotations what v1 has no field for, and reads it back', () => {
  const metric = { name: 'q', selector: { matchLabels: { a: 'b' } } };
  const metrics = [
    share(50),
    {
      type: 'Resource',
      resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
    },
    {
      type: 'Object',
      object: {
        describedObject: { kind: 'Service', name: 's' },
        metric: { name: 'hits' },
        target: { type: 'Value', value: '10' },
      },
    },
    { type: 'Pods', pods: { metric, target: { type: 'AverageValue', averageValue: '5' } } },
    { type: 'External', external: { metric, target: { type: 'Value', value: '7' } } },
    {
      type: 'ContainerResource',
      containerResource: {
        name: 'cpu',
        container: 'c',
        target: { type: 'Utilization', averageUtilization: 60 },
      },
    },
  ];
  const policies = [{ type: 'Pods', value: 4, periodSeconds: 60 }];
  const behavior = { scaleUp: { stabilizationWindowSeconds: 30, policies } };
  const conditions = [{ type: 'AbleToScale', status: 'True', reason: 'ReadyForNewScale' }];
  const currentMetrics = [
    { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40 } } },
  ];
  const status = { currentReplicas: 1, desiredReplicas: 2, conditions, currentMetrics };
  const newer = hpa('autoscaling/v2', { spec: { ...bounds, metrics, behavior }, status });
  const older = toV1(newer);
  expect(older.spec).toEqual({ ...bounds, targetCPUUtilizationPercentage: 50 });
  expect(older.status).toEqual({
    ...{ currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 40 },
  });
  const written = [
    '{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}',
    '{"type":"Object","object":{"target":{"kind":"Service","name":"s"},"metricName":"hits",' +
      '"targetValue":"10"}}',
    '{"type":"Pods","pods":{"metricName":"q","targetAverageValue":"5",' +
      '"selector":{"matchLabels":{"a":"b"}}}}',
    '{"type":"External","external":{"metricName":"q",' +
      '"metricSelector":{"matchLabels":{"a":"b"}},"targetValue":"7"}}',
    '{"type":"ContainerResource","containerResource":{"name":"cpu",' +
      '"targetAverageUtilization":60,"container":"c"}}',
  ];
  expect(older.metadata.annotations).toEqual({
    mine: 'kept',
    [`${PREFIX}metrics`]: `[${written.join(',')}]`,
    [`${PREFIX}current-metrics`]:
      '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40}}]',
    [`${PREFIX}conditions`]:
      '[{"type":"AbleToScale","status":"True","lastTransitionTime":null,' +
      '"reason":"ReadyForNewScale"}]',
    [`${PREFIX}behavior`]:
      '{"ScaleUp":{"StabilizationWindowSeconds":30,"SelectPolicy":null,"Policies":[' +
      '{"Type":"Pods","Value":4,"PeriodSeconds":60}]},"ScaleDown":null}',
  });
  const [ready] = conditions;
  expect(toV2(older)).toEqual({
    ...newer,
    status: { ...status, conditions: [{ ...ready, lastTransitionTime: null }] },
  });
});
