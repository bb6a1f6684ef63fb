/** Objects of a real cluster as the simulated one can store them. */
import { isMapping } from '../fault-path';
import { quote } from '../wording';
import type { ImportNote } from './notes';
import { titleOf } from './pod';
import type { FoundObject, Place } from './sources';

/** Keeps the first of objects with one name, and the store's own numbers out. */
export function tidyObjects(
  objects: readonly FoundObject[],
  before: readonly Readonly<Record<string, unknown>>[],
  notes: ImportNote[],
): FoundObject[] {
  const titled = (object: FoundObject['object']) => `${object.apiVersion} ${titleOf(object)}`;
  const seen = new Set(before.map(titled));
  const versions: Versioned[] = [];
  const tidy = objects.flatMap(({ object, ...place }) => {
    const about = titled(object);
    if (seen.has(about)) {
      const reason = 'is given again; the first one is kept';
      const words = `${about} ${reason}`;
      notes.push({ ...place, about, field: 'metadata.name', reason, words, leftOut: true });
      return [];
    }
    seen.add(about);
    const metadata = isMapping(object.metadata) ? { ...object.metadata } : {};
    if (metadata.resourceVersion !== undefined) {
      versions.push({ ...place, about, version: String(metadata.resourceVersion) });
      delete metadata.resourceVersion;
    }
    return [{ ...place, object: { ...object, metadata } }];
  });
  tellVersions(versions, notes);
  tellIdle(tidy, notes);
  return tidy;
}

/** Kinds that live by kubelets and by controllers of workloads. */
const IDLE: ReadonlySet<unknown> = new Set([
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Job',
  'Node',
  'Pod',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
]);

/** One line for each file: what is stored of it and will not change by itself. */
function tellIdle(objects: readonly FoundObject[], notes: ImportNote[]): void {
  const idle = objects.filter(({ object }) => IDLE.has(object.kind));
  for (const file of new Set(idle.map((each) => each.file))) {
    const kinds = idle.filter((each) => each.file === file).map(({ object }) => `${object.kind}`);
    const counted = [...new Set(kinds)].map(
      (kind) => `${kind} (${kinds.filter((each) => each === kind).length})`,
    );
    const reason = `stored as given, no kubelet and no controller acts on ${counted.join(', ')}`;
    notes.push({ file, field: 'kind', reason, leftOut: false });
  }
}

/** An object that came with a revision of another store. */
interface Versioned extends Place {
  readonly about: string;
  readonly version: string;
}

/** One line for each file, however many objects it has. */
function tellVersions(versions: readonly Versioned[], notes: ImportNote[]): void {
  const field = 'metadata.resourceVersion';
  const why = 'the simulated etcd counts its own revisions';
  for (const file of new Set(versions.map((each) => each.file))) {
    const own = versions.filter((each) => each.file === file);
    if (own.length === 1) {
      const [{ version, ...place }] = own;
      const reason = `resourceVersion ${quote(version)} is left out, ${why}`;
      notes.push({ ...place, field, reason, leftOut: true });
    } else {
      const reason = `resourceVersion of ${own.length} objects is left out, ${why}`;
      notes.push({ file, field, reason, leftOut: true });
    }
  }
}
