/**
 * The admission plugins that are modelled, in upstream's running order.
 *
 * Upstream    kubernetes v1.27 pkg/kubeapiserver/options/plugins.go (AllOrderedPlugins)
 * Simplified  of the plugins that are on by default only those that concern the stored kinds
 */
import { AdmissionChain, type AdmissionPlugin } from './admission';
import {
  NamespaceLifecycle,
  type NamespaceLifecycleParts,
} from './namespace-lifecycle/namespace-lifecycle';
import { Priority, type PriorityClassLister } from './priority/priority';

export interface AdmissionOptions extends NamespaceLifecycleParts {
  /** --disable-admission-plugins. */
  readonly disabled: readonly string[];
  /** Absent where Pods are given no priority. */
  readonly priorityClasses?: PriorityClassLister;
}

type MakePlugin = (options: AdmissionOptions) => AdmissionPlugin | undefined;

const PLUGINS: readonly MakePlugin[] = [
  (options) => new NamespaceLifecycle(options),
  ({ priorityClasses }) => priorityClasses && new Priority(priorityClasses),
];

export function admissionChain(options: AdmissionOptions): AdmissionChain {
  const plugins = PLUGINS.map((make) => make(options)).filter((plugin) => plugin !== undefined);
  return new AdmissionChain(plugins.filter(({ name }) => !options.disabled.includes(name)));
}
