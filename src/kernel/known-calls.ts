/**
 * Calls that a client has made before. Clients ask the same few things for ever, so what is common
 * to such calls is worked out once: the fields that the server sees, and their part of the trace.
 */
import type { Prepared, Recorder } from '#trace';
import type { CallFields, RequestFields } from './call';

/** Calls remembered for one name; those of a watch differ in their query each time. */
const KEPT_FOR_A_NAME = 16;
/** Names remembered. */
const KEPT_NAMES = 16_384;

/** What calls with equal fields share. */
export interface KnownCall {
  /** As the caller gave them: one that keeps them is found without a comparison of texts. */
  readonly asked: CallFields;
  readonly fields: RequestFields;
  /** How their request records are written. */
  readonly record: Prepared<'request'>;
}

export interface KnownCallsOptions {
  readonly recorder: Recorder;
  /** Writes the request records. */
  readonly actor: string;
  readonly client: string;
  readonly server: string;
}

export class KnownCalls {
  readonly #options: KnownCallsOptions;
  readonly #byName = new Map<string, KnownCall[]>();

  constructor(options: KnownCallsOptions) {
    this.#options = options;
  }

  /** What is known of a call with these fields. */
  of(asked: CallFields): KnownCall {
    const known = this.#byName.get(asked.name);
    if (known) {
      for (const call of known)
        if (call.asked === asked || sameCall(call.asked, asked)) return call;
    }
    const call = this.#make(asked);
    if (known && known.length < KEPT_FOR_A_NAME) known.push(call);
    else if (!known && this.#byName.size < KEPT_NAMES) this.#byName.set(asked.name, [call]);
    return call;
  }

  #make(asked: CallFields): KnownCall {
    const { recorder, actor, client, server } = this.#options;
    const fields = { client, server, ...asked };
    return { asked, fields, record: recorder.prepare('request', actor, fields) };
  }
}

function sameCall(a: CallFields, b: CallFields): boolean {
  return (
    a.verb === b.verb &&
    a.query === b.query &&
    a.resource === b.resource &&
    a.namespace === b.namespace &&
    a.subresource === b.subresource &&
    a.group === b.group &&
    a.version === b.version &&
    a.user === b.user &&
    a.userAgent === b.userAgent
  );
}
