/** Families of a process's machines: those whose paths begin alike. Pure. */
import type { ActorRow } from './select';

export interface PartGroup {
  /** What the labels of its members begin with. */
  readonly name: string;
  readonly rows: readonly ActorRow[];
}

/** Fewer stand in the row by themselves. */
const FAMILY_FROM = 4;
/** Most that stand there; of more only the first does, and the rest is a family, too. */
const SINGLES_MAX = 8;
const FIRST = 'lifecycle';

export interface GroupedParts {
  readonly singles: readonly ActorRow[];
  readonly groups: readonly PartGroup[];
}

/** @param others what those are called that are too many to stand by themselves */
export function groupActors(rows: readonly ActorRow[], others: string): GroupedParts {
  const families = new Map<string, ActorRow[]>();
  for (const row of rows) {
    const [family, ...rest] = row.label.split('/');
    if (rest.length === 0) continue;
    const members = families.get(family) ?? [];
    members.push(row);
    families.set(family, members);
  }
  const groups = [...families]
    .filter(([, members]) => members.length >= FAMILY_FROM)
    .map(([name, members]) => ({ name, rows: members }));
  const grouped = new Set(groups.flatMap((group) => group.rows));
  const singles = rows.filter((row) => !grouped.has(row));
  if (singles.length <= SINGLES_MAX) return { singles, groups };
  const rest = { name: others, rows: singles.filter(({ label }) => label !== FIRST) };
  return { singles: singles.filter(({ label }) => label === FIRST), groups: [rest, ...groups] };
}

/** The members whose label or state has every word that was typed; families without any go. */
export function matching(groups: readonly PartGroup[], typed: string): readonly PartGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups.filter((group) => group.rows.length > 0);
  return groups
    .map(({ name, rows }) => ({
      name,
      rows: rows.filter(({ label, state = '' }) => {
        const text = `${label} ${state}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((group) => group.rows.length > 0);
}
