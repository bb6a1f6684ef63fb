/** Writes what serving a request came to as its response. */
import type { IncomingCall } from '#kernel';
import type { Status } from '../../api/objects';
import { apiStatus, isStatus } from '../../api/status';
import type { Outcome } from './outcome';
import type { Transform } from './response-transform';

/** An answer cannot be turned into what was asked for. */
const isFailure = (said: unknown): said is Status => isStatus(said) && said.status === 'Failure';

export function replyOutcome(
  call: IncomingCall,
  actor: string,
  outcome: Outcome,
  transform?: Transform,
): void {
  const said = outcome.ok && transform ? transform(outcome.body) : undefined;
  if (outcome.ok && !isFailure(said)) {
    const { code, body, version } = outcome;
    call.reply(actor, { code, reason: '', resourceVersion: version, body: said ?? body });
    return;
  }
  const body = apiStatus(outcome.ok ? (said as Status) : outcome.status);
  const { code = 500, reason = '' } = body;
  call.reply(actor, { code, reason, resourceVersion: 0, body });
}
