/**
 * Which generation of each EndpointSlice a controller has written, to know what its cache lacks.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/endpointslice/util/endpointslice_tracker.go
 */
import { namespaceOf, uidOf } from '../api/meta';
import type { KubeObject } from '../api/objects';

/** Source: discovery.k8s.io/v1 LabelServiceName. */
export const LABEL_SERVICE_NAME = 'kubernetes.io/service-name';
/** Instead of a generation: the slice is to go. */
const DELETION_EXPECTED = -1;

/** `namespace/service` that a slice is labelled with. */
export const serviceKeyOf = (slice: KubeObject): string =>
  `${namespaceOf(slice)}/${slice.metadata.labels?.[LABEL_SERVICE_NAME] ?? ''}`;

const generationOf = (slice: KubeObject): number => slice.metadata.generation ?? 0;

/** Upstream: EndpointSliceTracker. A process that starts anew knows of nothing. */
export class EndpointSliceTracker {
  /** By service, then by uid of the slice. */
  readonly #generations = new Map<string, Map<string, number>>();

  /** The slice is one that was written or is to go. */
  has(slice: KubeObject): boolean {
    return this.#of(slice) !== undefined;
  }

  /** The slice is not known, or is newer than what was written. */
  shouldSync(slice: KubeObject): boolean {
    const known = this.#of(slice);
    return known === undefined || generationOf(slice) > known;
  }

  /** What the cache holds is older than what was written. */
  staleSlices(service: string, slices: readonly KubeObject[]): boolean {
    const known = this.#generations.get(service);
    if (!known) return false;
    const held = new Set(slices.map(uidOf));
    const behind = slices.some((slice) => {
      const generation = known.get(uidOf(slice));
      if (generation === undefined) return false;
      return generation === DELETION_EXPECTED || generation > generationOf(slice);
    });
    return behind || [...known].some(([uid, at]) => at !== DELETION_EXPECTED && !held.has(uid));
  }

  update(slice: KubeObject): void {
    this.#set(slice, generationOf(slice));
  }

  expectDeletion(slice: KubeObject): void {
    this.#set(slice, DELETION_EXPECTED);
  }

  /** @returns whether the deletion was expected. */
  handleDeletion(slice: KubeObject): boolean {
    const known = this.#of(slice);
    this.#generations.get(serviceKeyOf(slice))?.delete(uidOf(slice));
    return known === undefined || known === DELETION_EXPECTED;
  }

  deleteService(service: string): void {
    this.#generations.delete(service);
  }

  #of(slice: KubeObject): number | undefined {
    return this.#generations.get(serviceKeyOf(slice))?.get(uidOf(slice));
  }

  #set(slice: KubeObject, generation: number): void {
    const service = serviceKeyOf(slice);
    const known = this.#generations.get(service) ?? new Map<string, number>();
    this.#generations.set(service, known.set(uidOf(slice), generation));
  }
}
