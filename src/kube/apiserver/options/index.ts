/** The command line of kube-apiserver: read, completed, checked. */
import { type CompletionLog, complete, type Host } from './complete';
import type { ApiServerOptions, CompletedOptions } from './options';
import { validate } from './validate';

export * from './aggregate';
export * from './complete';
export * from './feature-gates';
export * from './flags';
export * from './options';
export * from './service-ranges';
export * from './validate';

export type CheckedOptions =
  | {
      readonly ok: true;
      readonly options: CompletedOptions;
      readonly logs: readonly CompletionLog[];
    }
  /** The component prints these and exits with code 1. */
  | {
      readonly ok: false;
      readonly errors: readonly string[];
      readonly logs: readonly CompletionLog[];
    };

/** What the component does with its options before it builds anything. */
export function completeAndValidate(options: ApiServerOptions, host: Host): CheckedOptions {
  const completion = complete(options, host);
  const { logs } = completion;
  if (!completion.ok) return { ok: false, errors: [completion.error], logs };
  const errors = validate(completion.options);
  return errors.length > 0
    ? { ok: false, errors, logs }
    : { ok: true, options: completion.options, logs };
}
