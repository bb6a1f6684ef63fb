/** Names for the processes that files start. */
import { valueAt } from '../fault-path';
import { DNS_LABEL } from '../fields';
import type { FoundServer } from './sources';

/** Names of processes of one program are told apart by these. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A text as a process name: dots and other characters become dashes. */
function asLabel(text: string): string | undefined {
  const label = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return DNS_LABEL.test(label) ? label : undefined;
}

/** The name that a process's own file gives it, if it tells processes apart. */
function ownName({ pod, program }: FoundServer): string | undefined {
  const name = valueAt(pod, ['metadata', 'name']);
  const node = valueAt(pod, ['spec', 'nodeName']);
  if (typeof name === 'string' && name !== program) return asLabel(name);
  return typeof node === 'string' && node !== '' ? asLabel(`${program}-${node}`) : undefined;
}

/** A name for each process: its pod's or node's where all have one of their own, else a, b, c. */
export function namesFor(found: readonly FoundServer[], taken: readonly string[]): string[] {
  const own = found.map(ownName);
  const told = own.filter((name) => name !== undefined && !taken.includes(name));
  if (told.length === found.length && new Set(told).size === told.length) return told as string[];
  const count = found.length + taken.length;
  const [{ program }] = found;
  const free = Array.from({ length: count }, (_, index) => LETTERS[index] ?? String(index + 1))
    .map((letter) => `${program}-${letter}`)
    .filter((name) => !taken.includes(name));
  return free.slice(0, found.length);
}

/** The API server of the same machine, which has the same ending in its name. */
export function serverBeside(
  name: string,
  program: string,
  servers: readonly string[],
): string | undefined {
  if (!name.startsWith(`${program}-`)) return undefined;
  const wanted = `kube-apiserver${name.slice(program.length)}`;
  return servers.find((server) => server === wanted);
}
