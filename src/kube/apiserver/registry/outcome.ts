/** What serving a request comes to, before it is written as a response. */
import type { KubeList, KubeObject, Status } from '../../api/objects';

export type Outcome<T = KubeObject | KubeList | Status> =
  | {
      readonly ok: true;
      readonly code: number;
      readonly body: T;
      /** Of the object or the list; 0 for none. */
      readonly version: number;
    }
  | Refused;

/** The request is not carried out, and why. */
export interface Refused {
  readonly ok: false;
  readonly status: Status;
}

export const served = <T>(code: number, body: T, version: number): Outcome<T> => ({
  ok: true,
  code,
  body,
  version,
});
export const refused = (status: Status): Refused => ({ ok: false, status });

/** HTTP codes of what goes well. */
export const OK = 200;
export const CREATED = 201;
export const ACCEPTED = 202;
