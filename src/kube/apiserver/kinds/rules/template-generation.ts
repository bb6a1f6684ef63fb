/**
 * The generation of a DaemonSet's template, which apps/v1 has no field for: an annotation stands
 * for it, and what a client writes there counts only when the object is made.
 *
 * Upstream    kubernetes v1.27 pkg/apis/apps/v1/conversion.go
 *             (Convert_v1_DaemonSet_To_apps_DaemonSet and back), pkg/registry/apps/daemonset/
 *             strategy.go
 * Simplified  a text there that is no whole number counts as none, and is not refused
 */
import { semanticDeepEqual } from '../../../api/equality';
import type { KubeObject } from '../../../api/objects';
import { fieldsOf } from './pod-defaults';

/** Source: apps.DeprecatedTemplateGeneration. */
const ANNOTATION = 'deprecated.daemonset.template.generation';

/** NaN where there is none. */
function generationOf({ metadata }: KubeObject): number {
  const text = metadata.annotations?.[ANNOTATION];
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** The object with that generation, or the greater one that it has. */
export function withGeneration(object: KubeObject, least: number): KubeObject {
  return generationOf(object) >= least ? object : annotated(object, least);
}

function annotated(object: KubeObject, generation: number): KubeObject {
  const { metadata } = object;
  const annotations = { ...metadata.annotations, [ANNOTATION]: String(generation) };
  return { ...object, metadata: { ...metadata, annotations } };
}

/** One more for another template. */
export function nextGeneration(object: KubeObject, old: KubeObject): KubeObject {
  const template = (of: KubeObject) => fieldsOf(of.spec).template;
  const same = semanticDeepEqual(template(object), template(old));
  return annotated(object, (generationOf(old) || 0) + (same ? 0 : 1));
}
