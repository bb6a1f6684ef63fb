/**
 * A repair pass as a walk: moments one after another, and what both grids hold at each. Pure.
 */
import type { Seq } from '#trace';
import { Bits } from './bits';
import type { Geometry } from './geometry';
import type { ClaimLine, LeakLine, RepairPass } from './passes';

export const STEPS = ['snapshot', 'read', 'rebuild', 'leaks', 'save'] as const;
export type Step = (typeof STEPS)[number];

/** A place in the walk; several moments may share a record. */
export type Moment =
  | { readonly step: 'snapshot' | 'read' | 'save'; readonly seq: Seq }
  /** Claim number `place`, from 0. */
  | { readonly step: 'rebuild'; readonly seq: Seq; readonly place: number }
  /** Leak number `place`, from 0; -1 where nothing was left over. */
  | { readonly step: 'leaks'; readonly seq: Seq; readonly place: number };

export function momentsOf({ first, rebuilt, leaks, end }: RepairPass): readonly Moment[] {
  const moments: Moment[] = [{ step: 'snapshot', seq: first }];
  if (!rebuilt) return moments;
  const { seq, claims } = rebuilt;
  moments.push({ step: 'read', seq });
  claims.forEach((_, place) => {
    moments.push({ step: 'rebuild', seq, place });
  });
  leaks.forEach((leak, place) => {
    moments.push({ step: 'leaks', seq: leak.seq, place });
  });
  if (!end) return moments;
  if (leaks.length === 0) moments.push({ step: 'leaks', seq, place: -1 });
  return [...moments, { step: 'save', seq: end.seq }];
}

/** How a cell of a walk is drawn. */
export type Mark =
  /** Stored, and no Service has claimed it yet. */
  | 'stored'
  /** Claimed, so taken out of what is left of the stored range. */
  | 'released'
  /** Built anew from a Service. */
  | 'rebuilt'
  /** Built anew although the stored range lacked it. */
  | 'repaired'
  /** What the moment is about. */
  | 'current'
  /** The moment is about it, and it is taken already. */
  | 'clash'
  /** Left over when all Services were read. */
  | 'leaked'
  /** Left over, and kept for now. */
  | 'kept'
  /** Left over for the third time, and given back. */
  | 'freed';

export interface WalkState {
  readonly stored: ReadonlyMap<number, Mark>;
  readonly rebuilt: ReadonlyMap<number, Mark>;
  /** The claim that the moment is about. */
  readonly claim: ClaimLine | undefined;
  readonly leak: LeakLine | undefined;
}

export interface WalkGrids {
  /** undefined where what is stored is no range. */
  readonly stored: Geometry | undefined;
  readonly rebuilt: Geometry;
}

/** Whether the claim holds the item afterwards. */
export const holds = ({ verdict }: ClaimLine): boolean =>
  verdict === 'valid' || verdict === 'not-allocated';

export function stateAt(pass: RepairPass, moment: Moment, grids: WalkGrids): WalkState {
  const claims = pass.rebuilt?.claims ?? [];
  const none = { claim: undefined, leak: undefined };
  switch (moment.step) {
    case 'snapshot':
    case 'read':
      return { ...none, stored: storedCells(pass, grids), rebuilt: new Map() };
    case 'rebuild':
      return rebuildState(pass, moment.place, grids);
    case 'leaks':
      return leakState(pass, moment.place, grids);
    case 'save': {
      const leaks = pass.leaks.length - 1;
      const before = leakState(pass, leaks, grids);
      const rebuilt = settled(claims, pass.leaks, grids);
      return { ...none, stored: before.stored, rebuilt };
    }
  }
}

function storedCells({ stored }: RepairPass, grids: WalkGrids): Map<number, Mark> {
  const { firstCell = 0 } = grids.stored ?? {};
  return new Map(new Bits(stored.data).all().map((bit) => [bit + firstCell, 'stored']));
}

/** Both grids after some claims. */
function afterClaims(pass: RepairPass, count: number, grids: WalkGrids) {
  const stored = storedCells(pass, grids);
  const claims = (pass.rebuilt?.claims ?? []).slice(0, count);
  for (const claim of claims) {
    const cell = grids.stored?.cellOf(claim.item);
    if (cell !== undefined && claim.verdict === 'valid') stored.set(cell, 'released');
  }
  return { stored, rebuilt: settled(claims, [], grids) };
}

/** What is in the rebuilt range after these claims and leaks. */
function settled(claims: readonly ClaimLine[], leaks: readonly LeakLine[], grids: WalkGrids) {
  const rebuilt = new Map<number, Mark>();
  const set = (item: string, mark: Mark): void => {
    const cell = grids.rebuilt.cellOf(item);
    if (cell !== undefined) rebuilt.set(cell, mark);
  };
  for (const claim of claims) {
    if (holds(claim)) set(claim.item, claim.verdict === 'valid' ? 'rebuilt' : 'repaired');
  }
  for (const { item, outcome, error } of leaks) {
    if (outcome !== 'freed' && error === undefined) set(item, 'kept');
  }
  return rebuilt;
}

function rebuildState(pass: RepairPass, place: number, grids: WalkGrids): WalkState {
  const { stored, rebuilt } = afterClaims(pass, place, grids);
  const claim = pass.rebuilt?.claims[place];
  const own = claim && grids.stored?.cellOf(claim.item);
  const anew = claim && grids.rebuilt.cellOf(claim.item);
  if (claim && own !== undefined && claim.verdict === 'valid') stored.set(own, 'current');
  if (claim && anew !== undefined) rebuilt.set(anew, holds(claim) ? 'current' : 'clash');
  return { stored, rebuilt, claim, leak: undefined };
}

function leakState(pass: RepairPass, place: number, grids: WalkGrids): WalkState {
  const claims = pass.rebuilt?.claims ?? [];
  const { stored } = afterClaims(pass, claims.length, grids);
  for (const [cell, mark] of stored) if (mark === 'stored') stored.set(cell, 'leaked');
  const seen = pass.leaks.slice(0, place + 1);
  for (const { item, outcome } of seen) {
    const cell = grids.stored?.cellOf(item);
    if (cell !== undefined) stored.set(cell, outcome === 'freed' ? 'freed' : 'kept');
  }
  return { stored, rebuilt: settled(claims, seen, grids), claim: undefined, leak: seen.at(-1) };
}
