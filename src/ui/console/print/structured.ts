/**
 * Objects as YAML, JSON and names.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/printers (yaml.go, json.go,
 *             name.go), kubectl/pkg/cmd/get/get.go (printGeneric)
 */
import { compareText } from '#base';
import { groupKindOf } from '#console';
import { yamlLines } from '../../panels/object/yaml-lines';
import type { Printed } from './printed';

export const yamlText = (value: unknown): string => yamlLines(value).join('\n');

/** As Go's encoding/json prints a map: keys in order, signs of HTML escaped. */
export const jsonText = (value: unknown, indent = 4): string =>
  JSON.stringify(inOrder(value), null, indent).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]));
}

export const namesText = (objects: readonly Printed[]): string =>
  objects.map(({ of, object }) => `${groupKindOf(of)}/${object.metadata.name}`).join('\n');
