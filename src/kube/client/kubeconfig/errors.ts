/**
 * Errors of a configuration, of which it matters whether there is none at all.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/clientcmd/validation.go,
 *             apimachinery/pkg/util/errors (NewAggregate)
 */
export interface ConfigError {
  readonly message: string;
  /** There is no configuration. Upstream: IsEmptyConfig. */
  readonly empty?: true;
}

export type ConfigResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ConfigError };

export const configured = <T>(value: T): ConfigResult<T> => ({ ok: true, value });
export const misconfigured = (message: string): ConfigResult<never> => ({
  ok: false,
  error: { message },
});

/** Each text once; several stand in brackets. */
export function aggregate(errors: readonly string[]): string {
  const once = [...new Set(errors)];
  return once.length > 1 ? `[${once.join(', ')}]` : once.join('');
}

const INVALID = 'invalid configuration: ';
export const EMPTY_CONFIG_ERROR: ConfigError = {
  message:
    `${INVALID}no configuration has been provided, ` +
    'try setting KUBERNETES_MASTER environment variable',
  empty: true,
};

export const invalidConfiguration = (errors: readonly string[]): ConfigError => ({
  message: INVALID + aggregate(errors),
});
