import type { TraceTable } from '#trace';
import { isKubernetesObject, withVersion, writeList } from './list-text';
import type { Exporter } from './run-to-export';

/** Every Event ever stored, in its newest form, also where its time to live ran out. */
export function recordedEvents(table: TraceTable): readonly object[] {
  return table.archive.keys().flatMap((key) => {
    const row = table.archive.history(key).findLast(({ object }) => object !== undefined);
    if (!row || !isKubernetesObject(row.object) || row.object.kind !== 'Event') return [];
    return [withVersion(row.object, row.revision)];
  });
}

/** The Kubernetes Events of the whole run. */
export const eventsExport: Exporter = {
  id: 'events',
  extension: 'yaml',
  mediaType: 'application/yaml',
  summary: 'the Kubernetes Events of the run as a v1 List',
  write: ({ table }) => [writeList(recordedEvents(table))],
};
