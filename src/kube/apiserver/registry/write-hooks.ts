/**
 * What a kind does around a write besides the strategy: it begins before validation, and is told
 * how it ended.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 *             (BeginCreateFunc, BeginUpdateFunc, FinishFunc)
 */
import type { Procedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import type { Refused } from './outcome';

/** A write that has begun. */
export interface Begun {
  readonly ok: true;
  /** The object, with what it was given. */
  readonly object: KubeObject;
  /** Keeps what was taken, or gives it back. */
  finish(success: boolean): Procedure<void>;
}

export interface WriteHooks {
  beginCreate(object: KubeObject, dryRun: boolean): Procedure<Begun | Refused>;
  beginUpdate(object: KubeObject, old: KubeObject, dryRun: boolean): Procedure<Begun | Refused>;
}
