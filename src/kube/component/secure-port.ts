/**
 * The port of a component's HTTPS server.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/options/serving.go
 *             (SecureServingOptions.Validate)
 */
import type { FlagReader } from './read-flags';

const LAST_PORT = 65_535;

/** What is wrong with `--secure-port`; 0 stands for no server. */
export function securePortFaults(value: FlagReader): readonly string[] {
  const port = value('secure-port') as number;
  if (port >= 0 && port <= LAST_PORT) return [];
  const range = `--secure-port ${port} must be between 0 and ${LAST_PORT}, inclusive.`;
  return [`${range} 0 for turning off secure port`];
}
