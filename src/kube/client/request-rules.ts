/**
 * What the client makes of an answer that is none.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/watch/streamwatcher.go
 */
import type { Seq } from '#trace';
import { newGenericServerResponse } from '../api/generic-response';
import type { RestWatchEvent } from './rest-client';
import { CONNECTION_LOST } from './transport';

/** The last event of a watch whose far end is silent. Upstream: StreamWatcher.receive. */
export function undecodable(seq: Seq): RestWatchEvent {
  const serverMessage = `unable to decode an event from the watch stream: ${CONNECTION_LOST}`;
  const of = { group: '', resource: '' };
  const status = newGenericServerResponse({
    code: 500,
    method: 'GET',
    of,
    name: '',
    serverMessage,
  });
  const causes = [
    ...(status.details?.causes ?? []),
    { reason: 'ClientWatchDecoding', message: serverMessage },
  ];
  return { type: 'ERROR', object: { ...status, details: { ...status.details, causes } }, seq };
}
