/**
 * The name of a process's colour in the theme: `--c-<name>`, or in markup `data-colour="<name>"`.
 */
export type ComponentColour = 'etcd' | 'apiserver' | 'kcm' | 'scheduler' | 'node';

const PREFIXES: readonly (readonly [string, ComponentColour])[] = [
  ['etcd', 'etcd'],
  ['kube-apiserver', 'apiserver'],
  ['kube-controller-manager', 'kcm'],
  ['kube-scheduler', 'scheduler'],
];

/** By the usual prefix of the component's process names; what has none is grey like a node. */
export function componentColour(actor: string): ComponentColour {
  return PREFIXES.find(([prefix]) => actor.startsWith(prefix))?.[1] ?? 'node';
}
