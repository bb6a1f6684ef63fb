/**
 * What a kind does around a write besides the strategy: it begins before validation, is told how
 * it ended, and hears of what was kept. Each is left out where a kind has nothing to do.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 *             (BeginCreateFunc, BeginUpdateFunc, FinishFunc, AfterCreateFunc, AfterUpdateFunc,
 *             AfterDeleteFunc, Decorator)
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
  beginCreate?(object: KubeObject, dryRun: boolean): Procedure<Begun | Refused>;
  beginUpdate?(object: KubeObject, old: KubeObject, dryRun: boolean): Procedure<Begun | Refused>;
  /** Of what storage has kept. @returns what the client is answered with. */
  afterCreate?(object: KubeObject, dryRun: boolean): KubeObject;
  afterUpdate?(object: KubeObject, dryRun: boolean): KubeObject;
  /** The object has really gone. */
  afterDelete?(object: KubeObject, dryRun: boolean): Procedure<void>;
  /** A stored object as those see it who read it. */
  decorator?(object: KubeObject): KubeObject;
}
