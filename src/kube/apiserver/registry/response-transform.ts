/** What a client may ask the answers of the API to be turned into, by its header Accept. */
import type { ApiResource, KubeList, KubeObject, Status } from '../../api/objects';
import type { Profile } from '../../profile';
import type { PrinterColumn } from './strategy';

export interface TransformSubject {
  /** The header. */
  readonly accept: string;
  readonly query: string;
  readonly of: ApiResource;
  /** Columns of a definition; absent for kinds that are built in. */
  readonly columns?: readonly PrinterColumn[] | undefined;
}

/** One answer, or the events of one watch, one after another. */
export type Transform = (body: KubeObject | KubeList | Status) => object;

export type Negotiated =
  | { readonly ok: true; readonly transform: Transform | undefined }
  | { readonly ok: false; readonly status: Status }
  /** The router's own refusal, which is text. */
  | { readonly ok: false; readonly status: undefined; readonly text: string };

/** What of a server they need. */
export interface PrinterParts {
  readonly profile: Profile;
  /** The server's clock, ms since 1970. */
  readonly wallMs: () => number;
}

export type Transforms = (subject: TransformSubject) => Negotiated;
