/**
 * `-o custom-columns`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/get/customcolumn.go
 */
import type { Json } from '#base';
import { evaluate, goPlain, relaxedPath } from './jsonpath';
import { PathFault } from './jsonpath-parse';
import { alignTabs, TABLE_TABS } from './tab-writer';

/** `NAME:.metadata.name,IP:.spec.clusterIP` as a table. @throws PathFault */
export function customColumns(spec: string, objects: readonly Json[], headers: boolean): string {
  if (spec === '') {
    throw new PathFault('custom-columns format specified but no custom columns given');
  }
  const columns = spec.split(',').map((part) => {
    const colon = part.indexOf(':');
    const path = relaxedPath(part.slice(colon + 1));
    if (colon === -1 || !path) {
      const expected = 'expected <header>:<json-path-expr>';
      throw new PathFault(`unexpected custom-columns spec: ${part}, ${expected}`);
    }
    return { title: part.slice(0, colon), path };
  });
  const rows = objects.map((object) =>
    columns.map(({ path }) => evaluate(path, object).map(goPlain).join(',') || '<none>'),
  );
  const head = headers ? [columns.map(({ title }) => title)] : [];
  return alignTabs([...head, ...rows].map((cells) => cells.join('\t')).join('\n'), TABLE_TABS);
}
