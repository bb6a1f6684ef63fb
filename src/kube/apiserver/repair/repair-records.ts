/**
 * What a repair pass writes into the trace: enough to walk it step by step.
 *
 * Figures, by phase; `run` counts from 1 in a life, `try` in a run. Neither stands in `rebuilt`, so
 * that runs that find the same cost one text:
 *   snapshot  resourceVersion ("" where nothing is stored), range and data as stored (base64 of the
 *             bitmap), configured: the range that is rebuilt
 *   rebuilt   items in the order read: namespace, name, ip or port, verdict, resourceVersion of the
 *             Service, and the reason of the Event where there is one; range and data: the rebuilt
 *             bitmap. Claims that no range can have stand in the record of the first range
 *   leak      ip or port; counter now, before (null: none); outcome flagged, kept or freed; error:
 *             why it could not be kept
 *   saved     range and data as they are stored now; resourceVersion: the new one, or "unchanged";
 *             basedOn: the version of the snapshot
 *   conflict  basedOn, message
 */
import type { Seq } from '#trace';
import type { KubeObject, Service } from '../../api/objects';
import { NO_ALLOCATION, type RangeAllocation } from '../allocators/range-allocation';
import type { LeakStep } from './leaks';
import type { RepairParts } from './repair-parts';
import type { Claim, RepairedRange } from './repair-subject';
import type { Verdict } from './verdict';

export interface ClaimEntry<T> {
  readonly service: Service;
  readonly claim: Claim<T>;
  readonly verdict: Verdict;
  readonly reason: string | undefined;
}

export interface LeakEntry<T> extends LeakStep {
  readonly item: T;
  readonly before: number | undefined;
  readonly error: string | undefined;
}

/** Versions of what a decision saw. */
const versionOf = ({ metadata }: KubeObject): string => metadata.resourceVersion ?? '';

export class RepairRecords<T extends string | number> {
  readonly #parts: RepairParts<T>;
  readonly #count: { readonly run: number; readonly try: number };

  constructor(parts: RepairParts<T>, run: number, tries: number) {
    this.#parts = parts;
    this.#count = { run, try: tries };
  }

  snapshot(range: RepairedRange<T>, stored: RangeAllocation): void {
    this.#write(range, 'snapshot', {
      resourceVersion: versionOf(stored),
      range: stored.range,
      data: stored.data,
      configured: range.spec,
    });
  }

  /** @param object the rebuilt bitmap, put into the object that was read. */
  rebuilt(
    range: RepairedRange<T>,
    entries: readonly ClaimEntry<T>[],
    object: RangeAllocation,
  ): void {
    const { itemField } = this.#parts.subject;
    const items = entries.map(({ service, claim, verdict, reason }) => ({
      namespace: service.metadata.namespace,
      name: service.metadata.name,
      [itemField]: claim.item,
      verdict,
      ...(reason === undefined ? {} : { reason }),
      resourceVersion: versionOf(service),
    }));
    const figures = { items, range: object.range, data: object.data };
    this.#parts.process.write('repair', this.#parts.actor, {
      allocator: range.allocator,
      phase: 'rebuilt',
      figures,
    });
  }

  leak(range: RepairedRange<T>, { item, before, counter, outcome, error }: LeakEntry<T>): void {
    const told = { outcome, before: before ?? null, counter };
    const figures = { [this.#parts.subject.itemField]: item, ...told };
    this.#write(range, 'leak', error === undefined ? figures : { ...figures, error });
  }

  saved(range: RepairedRange<T>, object: RangeAllocation, version: string): void {
    const basedOn = versionOf(object);
    const resourceVersion = version === basedOn ? 'unchanged' : version;
    this.#write(range, 'saved', {
      basedOn,
      resourceVersion,
      range: object.range,
      data: object.data,
    });
  }

  conflict(range: RepairedRange<T>, object: RangeAllocation, message: string): void {
    this.#write(range, 'conflict', { basedOn: versionOf(object), message });
  }

  /** Why a Service gets an Event. @returns the record that causes it. */
  verdict(
    { kind = '', metadata }: Service,
    verdict: Verdict,
    reason: string,
    stored: { readonly range: RepairedRange<T>; readonly object: RangeAllocation } | undefined,
  ): Seq {
    const { namespace, name, resourceVersion } = metadata;
    const service = { kind, namespace, name, resourceVersion };
    const ranges = stored ? [this.#seen(stored.range, stored.object)] : [];
    return this.#decide('doRunOnce', verdict, reason, [service, ...ranges]);
  }

  /** What is about to be saved, and whether it differs; said of no difference only when new. */
  saving(range: RepairedRange<T>, read: RangeAllocation, object: RangeAllocation): void {
    const missing = versionOf(read) === '';
    const same = !missing && read.range === object.range && read.data === object.data;
    const reason = missing ? 'NothingStored' : same ? 'SameBytes' : 'OtherBytes';
    const known = this.#parts.quiet;
    const said = same && known.has(range.allocator);
    if (same) known.add(range.allocator);
    else known.delete(range.allocator);
    if (!said) {
      this.#decide('saveSnapShot', same ? 'none' : 'write', reason, [this.#seen(range, read)]);
    }
  }

  #seen({ place }: RepairedRange<T>, object: RangeAllocation) {
    return { kind: NO_ALLOCATION.kind, name: place, resourceVersion: versionOf(object) };
  }

  #decide(name: string, outcome: string, reason: string, saw: readonly object[]): Seq {
    const { process, actor } = this.#parts;
    return process.write('decision', actor, { name, outcome, reason, saw });
  }

  #write({ allocator }: RepairedRange<T>, phase: string, figures: object): void {
    const { process, actor } = this.#parts;
    const counted = Object.assign({}, this.#count, figures);
    process.write('repair', actor, { allocator, phase, figures: counted });
  }
}
