/** The command line of kube-apiserver: read, completed, checked. */

import type { KnownGates } from '../../component/gate-flag';
import type { Profile } from '../../profile';
import { type CompletionLog, complete, type Host } from './complete';
import { parseApiServerFlags, withImpliedFlags } from './flags';
import type { ApiServerOptions, CompletedOptions } from './options';
import { mergeAPIResourceFault } from './runtime-config';
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
      /** The options were good, and what was built first failed: more is logged before it. */
      readonly begun: boolean;
    };

/** What the component does with its options before it builds anything. */
export function completeAndValidate(options: ApiServerOptions, host: Host): CheckedOptions {
  const completion = complete(options, host);
  const { logs } = completion;
  if (!completion.ok) return { ok: false, errors: [completion.error], logs, begun: false };
  const { options: completed } = completion;
  const errors = validate(completed);
  if (errors.length > 0) return { ok: false, errors, logs, begun: false };
  const fault = mergeAPIResourceFault(completed);
  if (fault !== undefined) return { ok: false, errors: [fault], logs, begun: true };
  return { ok: true, options: completed, logs };
}

/** Flags beside which a single one is judged: with them alone the component starts. */
const SURROUNDINGS = ['--advertise-address=10.0.0.11', '--service-cluster-ip-range=10.96.0.0/12'];

/**
 * Why the component would refuse this one flag among sound ones; undefined when it would not. What
 * only several flags together make wrong is not found.
 */
export function flagRefusal(profile: Profile, flag: string, gates: KnownGates): string | undefined {
  const name = flag.replace(/=.*$/s, '');
  const others = SURROUNDINGS.filter((other) => !other.startsWith(`${name}=`));
  const parsed = parseApiServerFlags(withImpliedFlags([...others, flag]), profile, gates);
  if (!parsed.ok) return parsed.message;
  const checked = completeAndValidate(parsed.options, { address: '10.0.0.11' });
  return checked.ok ? undefined : checked.errors.join('; ');
}
