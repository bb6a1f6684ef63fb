/** Servers of an import that have one address. */
import type { ImportNote } from './notes';

/** Tells of servers that would share one entry in the endpoints. */
export function tellSharedAddresses(
  servers: readonly { readonly name: string; readonly flags: readonly string[] }[],
  notes: ImportNote[],
): void {
  const owners = new Map<string, string>();
  for (const { name, flags } of servers) {
    const flag = flags.findLast((text) => text.startsWith('--advertise-address='));
    if (flag === undefined) continue;
    const address = flag.slice('--advertise-address='.length);
    const owner = owners.get(address);
    if (owner === undefined) owners.set(address, name);
    else {
      const both = `${owner} and ${name} both have the address ${address}`;
      const reason = `${both}, so they share one master lease and one entry in the endpoints`;
      notes.push({ field: '--advertise-address', reason, leftOut: false });
    }
  }
}
