import type { ComponentType } from 'react';
import type { SimTime } from '#base';
import type { LocalText } from '#protocol';
import { actorOfSelection, isProcess, processOf } from '../selected';
import type { Orrery } from '../stores';

/** What the selection stands for, worked out once for all panels. */
export interface Focus {
  /** The actor that is selected, or that wrote the selected record. */
  readonly actor: string | undefined;
  /** Its process. */
  readonly process: string | undefined;
  /** The selected record. */
  readonly seq: number | undefined;
  /** The selected object's key in etcd, or the key that the selected record wrote. */
  readonly key: string | undefined;
}

export interface PanelProps {
  readonly orrery: Orrery;
  /** The playhead, as often as text can be read. */
  readonly time: SimTime;
  readonly focus: Focus;
  /** Other tabs that speak of the selected actor. */
  readonly others?: readonly TabLink[];
}

export interface TabLink {
  readonly id: string;
  readonly title: string;
}

/** A tab of the inspector. */
export interface InspectorPanel {
  readonly id: string;
  readonly title: LocalText;
  /** Whether the selection has something for it; the tab is hidden otherwise. */
  applies(orrery: Orrery, focus: Focus): boolean;
  /** What it is about where that is not everything: said where the selection has nothing. */
  readonly about?: { readonly what: LocalText; processes(orrery: Orrery): readonly string[] };
  /** What it shows is of the selected actor, and not only of the run or of a record. */
  readonly ofActor?: true;
  readonly Component: ComponentType<PanelProps>;
  /** Keys that work inside it, for the help sheet; names as in `commands/keys.ts`. */
  readonly keys?: readonly PanelKeys[];
}

export interface PanelKeys {
  readonly keys: readonly string[];
  readonly text: LocalText;
}

export function focusOf(orrery: Orrery): Focus {
  const { selected } = orrery.selection.getState();
  const { table } = orrery.trace;
  const actor = actorOfSelection(orrery, selected);
  const process = actor === undefined ? undefined : processOf(actor);
  const seq = selected?.kind === 'record' && selected.seq < table.length ? selected.seq : undefined;
  const written = seq === undefined ? undefined : table.archive.bySeq(seq)?.key;
  return {
    actor,
    process: process !== undefined && isProcess(orrery, process) ? process : undefined,
    seq,
    key: selected?.kind === 'object' ? selected.key : written,
  };
}
