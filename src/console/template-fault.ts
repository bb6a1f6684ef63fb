/**
 * What is wrong with the template of a `-o`, for the objects that it is to print.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/genericclioptions
 *             (jsonpath_flags.go), kubectl/pkg/cmd/get/customcolumn_flags.go
 */
import type { Json } from '#base';
import type { Output } from './command';
import { customColumns } from './custom-columns';
import { jsonPathResults, jsonPathText } from './jsonpath';
import { PathFault } from './jsonpath-parse';

/** One object, or a List of those that there are. */
export const itemOrList = (objects: readonly Json[], single: boolean): Json =>
  single && objects.length === 1
    ? objects[0]
    : { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } };

const NO_TEMPLATE = 'template format specified but no template given';

/** @returns kubectl's words; undefined where the template prints these objects. */
export function templateFault(
  output: Output,
  objects: readonly Json[],
  single: boolean,
): string | undefined {
  try {
    if (output.kind === 'custom-columns') customColumns(output.text, objects, false);
    if (output.kind !== 'jsonpath' && output.kind !== 'jsonpath-as-json') return undefined;
    if (output.text === '') return `error: ${NO_TEMPLATE}`;
    const print = output.kind === 'jsonpath' ? jsonPathText : jsonPathResults;
    print(output.text, itemOrList(objects, single));
    return undefined;
  } catch (fault) {
    if (fault instanceof PathFault) return `error: ${fault.message}`;
    throw fault;
  }
}
