import type { SimTime } from '#base';
import type { TraceTable } from '#trace';
import { isKubernetesObject, withVersion, writeList } from './list-text';
import type { Exporter } from './run-to-export';

/** What the API would list at a time, in the order of etcd's keys. */
export function storedObjects(table: TraceTable, time: SimTime): readonly object[] {
  const last = table.lastAt(time);
  return table.archive.keys().flatMap((key) => {
    const row = table.archive.at(key, last);
    return row && isKubernetesObject(row.object) ? [withVersion(row.object, row.revision)] : [];
  });
}

/** All objects at the playhead. `import` reads the file again. */
export const objectsExport: Exporter = {
  id: 'objects',
  extension: 'yaml',
  mediaType: 'application/yaml',
  summary: 'all objects at an instant as a v1 List, as kubectl get -o yaml prints them',
  write: ({ table, time }) => [writeList(storedObjects(table, time))],
};
