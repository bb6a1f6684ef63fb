/** What printers get: objects as they were served, and when they were. */
import type { ResourceType } from '#console';

export interface Meta {
  readonly name: string;
  readonly namespace?: string;
  readonly creationTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export interface PrintedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Meta;
  readonly [field: string]: unknown;
}

export interface Printed {
  readonly of: ResourceType;
  readonly object: PrintedObject;
}
