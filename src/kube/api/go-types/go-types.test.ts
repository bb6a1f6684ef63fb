import { expect, it } from 'vitest';
import { typeOfKind } from './go-types';

it.each([
  ['v1', 'Pod', 'Pod'],
  ['batch/v1', 'Job', 'Job'],
  ['autoscaling/v1', 'HorizontalPodAutoscaler', 'HorizontalPodAutoscalerX'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler', 'HorizontalPodAutoscaler'],
  ['v1', 'Event', undefined],
  // A container names the claims that it uses by a part that is called as the kind is.
  ['resource.k8s.io/v1alpha2', 'ResourceClaim', undefined],
  ['v1', 'PodSpec', undefined],
  // What a definition brings is none of ours, whatever it is called.
  ['batch.example.com/v1', 'Job', undefined],
])('%s %s has the type %s', (apiVersion, kind, name) => {
  expect(typeOfKind(apiVersion, kind)).toBe(name);
});
