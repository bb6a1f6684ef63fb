import type { ReactNode } from 'react';
import type { Orrery } from '../stores';
import common from './panels.module.css';

interface Line {
  readonly actor: string;
  /** What the line begins with. */
  readonly resource: string;
}

export interface Column<T> {
  readonly name: string;
  readonly head: ReactNode;
  readonly cell: (line: T) => string | number;
  /** Whether its cells are words of no language. */
  readonly verbatim?: boolean;
}

interface ActorTableProps<T> {
  readonly orrery: Orrery;
  /** Over the names of the resources. */
  readonly head: string;
  readonly columns: readonly Column<T>[];
  readonly lines: readonly T[];
  /** The line that is shown. */
  readonly shown: T;
}

/** Actors of one kind, a line each, whose name selects it. */
export function ActorTable<T extends Line>({
  orrery,
  head,
  columns,
  lines,
  shown,
}: ActorTableProps<T>) {
  const choose = (path: string) => orrery.selection.setState({ selected: { kind: 'actor', path } });
  return (
    <table className={common.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((column) => (
            <th key={column.name} scope="col">
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.actor} data-current={line === shown}>
            <th scope="row">
              <button
                type="button"
                className="text-button"
                translate="no"
                aria-current={line === shown}
                onClick={() => choose(line.actor)}
              >
                {line.resource}
              </button>
            </th>
            {columns.map(({ name, cell, verbatim }) => (
              <td key={name} translate={verbatim ? 'no' : undefined}>
                {cell(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
