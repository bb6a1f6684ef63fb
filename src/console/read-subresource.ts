/**
 * `--subresource`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (Validate),
 *             cmd/patch/patch.go (Validate)
 */
import type { Subresource } from './command';
import type { Given } from './given';
import { failing } from './refusal';

/** Source: supportedSubresources. */
export const SUBRESOURCES: readonly Subresource[] = ['status', 'scale'];

export function readSubresource(given: Given): Subresource {
  const text = given.text('subresource');
  const known = SUBRESOURCES.find((each) => each === text);
  if (known !== undefined || text === '') return known ?? '';
  const list = SUBRESOURCES.join(' ');
  throw failing(`invalid subresource value: ${JSON.stringify(text)}. Must be one of [${list}]`);
}
