import type { Process } from '#kernel';
import type { EventRecorder } from '../../client/event-recorder';
import type { RestClient } from '../../client/rest-client';
import type { RuntimeErrors } from '../../client/runtime-errors';
import type { Switches } from '../../profile';
import type { RepairAllocator, RepairSubject } from './repair-subject';

/** What a repair loop works with. */
export interface RepairParts<T extends string | number> {
  readonly process: Process;
  readonly actor: string;
  /** Reads the Services. */
  readonly client: Pick<RestClient, 'list'>;
  readonly recorder: Pick<EventRecorder, 'startRecordingToSink' | 'shutdown' | 'eventf'>;
  readonly errors: RuntimeErrors;
  readonly subject: RepairSubject<T>;
  readonly switches: Pick<Switches, 'repairSnapshotRetries'>;
  /** Ranges of which it has been said already that nothing is to be written. */
  readonly quiet: Set<RepairAllocator>;
}
