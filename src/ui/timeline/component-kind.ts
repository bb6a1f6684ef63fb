/** Which kind of component an actor belongs to: it gives a lane its colour and its place. */

export type ComponentKind =
  | 'scenario'
  | 'apiserver'
  | 'lease'
  | 'kcm'
  | 'scheduler'
  | 'etcd'
  | 'node'
  | 'client'
  | 'simulation';

/** Lanes stand in this order: what was done, then who acts, then what is acted on. */
export const KIND_ORDER: readonly ComponentKind[] = [
  'scenario',
  'apiserver',
  'lease',
  'kcm',
  'scheduler',
  'etcd',
  'node',
  'client',
  'simulation',
];

const PREFIXES: readonly (readonly [string, ComponentKind])[] = [
  ['kube-apiserver', 'apiserver'],
  ['kube-controller-manager', 'kcm'],
  ['kube-scheduler', 'scheduler'],
  ['etcd', 'etcd'],
  ['kubelet', 'node'],
  ['node', 'node'],
];

/** @param servers names that the scenario gives to API servers, whatever they are */
export function componentKindOf(path: string, servers: readonly string[]): ComponentKind {
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  if (name === 'scenario' || name === 'simulation') return name;
  if (servers.includes(name)) return 'apiserver';
  return PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'client';
}

/** Compares names as people read them: `node-2` before `node-10`. */
export function compareNatural(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    if (left[index] === right[index]) continue;
    const numbers = Number(left[index]) - Number(right[index]);
    if (Number.isFinite(numbers) && numbers !== 0) return numbers;
    return left[index] < right[index] ? -1 : 1;
  }
  return left.length - right.length;
}
