/**
 * One watch of etcd. When the connection is lost it goes on by itself, after the last revision
 * that it has heard of; any other end is told.
 *
 * Upstream    etcd v3.5 client/v3/watch.go (watchGrpcStream: run, newWatchClient)
 * Simplified  each watch is a stream of its own; upstream those of one client share one
 */
import type { Call, CallFields } from '#kernel';
import type { Seq } from '#trace';
import type { EtcdError, WatchPiece, WatchRequest } from '../../etcd/api';
import { type GrpcChannel, isUnavailable, streamError } from './grpc-channel';

export interface EtcdWatchListener {
  readonly onPiece: (piece: WatchPiece, seq: Seq) => void;
  /** The stream has ended; the error as the Go client prints it. */
  readonly onEnd: (error: string, seq: Seq) => void;
}

interface WatchParts {
  readonly channel: GrpcChannel;
  readonly request: WatchRequest;
  readonly listener: EtcdWatchListener;
  /** What the request says when it begins at this revision. */
  readonly fieldsFrom: (revision: number) => CallFields;
}

export function openEtcdWatch(parts: WatchParts): { stop(): void } {
  const { channel, request, listener, fieldsFrom } = parts;
  let over = false;
  let call: Call | undefined;
  let next = request.startRevision;
  const end = (error: string, seq: Seq): void => {
    if (over) return;
    if (isUnavailable(error)) {
      channel.whenConnected(open);
      return;
    }
    over = true;
    listener.onEnd(error, seq);
  };
  const onPiece = (piece: WatchPiece, seq: Seq): void => {
    if (over) return;
    if (piece.kind !== 'compacted') next = piece.revision + 1;
    listener.onPiece(piece, seq);
  };
  function open(): void {
    if (over) return;
    const spec = {
      fields: fieldsFrom(next),
      body: { ...request, startRevision: next },
      onPiece: (piece: unknown, seq: Seq) => onPiece(piece as WatchPiece, seq),
      onEnd: (reason: string, seq: Seq) => end(streamError(reason), seq),
    };
    call = channel.call(spec, (answer, failure, seq) => {
      const error = failure?.error ?? (answer as Partial<EtcdError>).etcdError;
      if (error !== undefined) end(error, seq);
      else if (next === 0) next = (answer as { readonly revision: number }).revision + 1;
    });
  }
  open();
  return {
    stop: () => {
      over = true;
      call?.cancel();
    },
  };
}
