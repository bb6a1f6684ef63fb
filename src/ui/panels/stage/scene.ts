/**
 * The picture that holds still: bodies, links and labels of one cast at one size. Made anew only
 * when the cast, a link, the language or the size changes; everything that moves is drawn onto it.
 */

import { holdsVersion } from './body-parts';
import type { Frame, StageSize } from './frame';
import { frameOf } from './frame';
import type { Curve, Disc } from './geometry';
import { linkCurve } from './geometry';
import { type LabelBox, type LabelForm, type LabelRank, placeLabels } from './labels';
import { type Placement, placeBodies, type Vertex } from './layout';
import type { Scale } from './orbits';
import type { CastMember, ProcessKind } from './process-kind';
import type { Link } from './stage-history';

/** The links between two bodies, drawn as one. */
export interface DrawnLink {
  readonly id: string;
  /** Body of the clients; the curve runs from here. */
  readonly client: Vertex;
  readonly server: Vertex;
  readonly curve: Curve;
  readonly links: readonly Link[];
}

export interface Scene extends Placement {
  readonly frame: Frame;
  readonly links: readonly DrawnLink[];
  readonly labels: ReadonlyMap<string, LabelBox>;
  /** The body of each process. */
  readonly vertexOf: ReadonlyMap<string, Vertex>;
  readonly fontPx: number;
}

export type LabelFont = 'name' | 'plain' | 'mono';

/** How wide words are, and which words there are: the longest that each line may have to show. */
export interface LabelWords {
  measure(text: string, font: LabelFont, fontPx: number): number;
  /** All that the state line of an API server may say, with times and without. */
  readonly states: readonly string[];
  readonly shortStates: readonly string[];
  /** The longest text of a lease. */
  readonly lease: string;
  /** With the versions of its members, or without. */
  groupName(vertex: Vertex, versioned: boolean): string;
  /** What a manager, a scheduler or an API server is called where its name finds no room. */
  shortName(member: CastMember): string;
  /** What is put behind the name of the one that leads. */
  readonly leader: string;
}

export interface SceneInput {
  readonly cast: readonly CastMember[];
  readonly links: readonly Link[];
  readonly size: StageSize;
  readonly addresses: ReadonlyMap<string, string>;
  /** Addresses that the Endpoints may list at once. */
  readonly listed: number;
  /** Whether the stage shows notes; see `frameOf`. */
  readonly noted?: boolean;
  /** Whether it has a row of tools. */
  readonly tools?: boolean;
  readonly words: LabelWords;
}

/** Sizes are tried in this order for labels to stand well; each costs a little more. */
const SCALES: readonly Scale[] = [
  { bodies: 1, orbits: 1 },
  { bodies: 0.9, orbits: 1 },
  { bodies: 0.9, orbits: 0.92 },
  { bodies: 0.8, orbits: 1 },
  { bodies: 0.8, orbits: 0.9 },
  { bodies: 0.72, orbits: 1 },
  { bodies: 0.66, orbits: 1 },
];
const SCALE_COST = 0.7;
/** A label grows by the version only where it still stands outwards of its body. */
const VERSION_COST = 1.5;
const LINE_COST = 6;
const LINE_HEIGHT = 1.28;
/** More nodes than this carry their number only. */
const NAMED_NODES = 12;
/** More groups than this carry their count only. */
const NAMED_GROUPS = 4;

export function buildScene(input: SceneInput): Scene {
  const servers = input.cast.filter(({ kind }) => kind === 'apiserver');
  // One that takes another's place, as in an upgrade, has its address.
  const own = new Set(servers.map(({ name }) => input.addresses.get(name) ?? name)).size;
  const frame = frameOf(input.size, Math.max(own, input.listed), input.noted, input.tools);
  const place = { cast: input.cast, affinity: affinityOf(input), frame };
  let best: Scene | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const [index, scale] of SCALES.entries()) {
    const scene = sceneAt(input, frame, placeBodies(place, scale));
    const cost = labelCost(scene) + index * SCALE_COST;
    if (cost >= bestCost) continue;
    best = scene;
    bestCost = cost;
  }
  return best as Scene;
}

/** How badly the labels of the API servers stand: lines that are missing, then places. */
function labelCost({ vertices, labels }: Scene): number {
  return vertices
    .filter(({ kind }) => kind === 'apiserver')
    .reduce((sum, { id }) => {
      const label = labels.get(id);
      return sum + (3 - (label?.lines ?? 0)) * LINE_COST + (label?.cost ?? 4) / 2;
    }, 0);
}

function affinityOf({ cast, links }: SceneInput): Map<string, string> {
  const kinds = new Map(cast.map(({ name, kind }) => [name, kind]));
  const affinity = new Map<string, string>();
  for (const { client, server } of links) {
    if (kinds.get(server) === 'apiserver' && !affinity.has(client)) affinity.set(client, server);
  }
  return affinity;
}

function sceneAt(input: SceneInput, frame: Frame, placement: Placement): Scene {
  const { vertices, unit } = placement;
  const vertexOf = new Map(
    vertices.flatMap((vertex) => vertex.members.map(({ name }) => [name, vertex] as const)),
  );
  const links = drawLinks(input.links, vertexOf, frame);
  const fontPx = unit < 0.78 ? 10.5 : unit < 1.3 ? 11.5 : 12.5;
  const labels = placeLabels(labelRanks(input, vertices, fontPx), {
    bounds: inset(frame),
    discs: vertices.map(discOf),
    rects: [],
    links: links.map(({ curve }) => curve),
  });
  const byId = new Map(labels.map((label) => [label.id, label]));
  return { ...placement, frame, links, labels: byId, vertexOf, fontPx };
}

function inset({ sky }: Frame): Frame['sky'] {
  return { x: sky.x + 4, y: sky.y + 4, width: sky.width - 8, height: sky.height - 8 };
}

function discOf({ x, y, reach }: Vertex): Disc {
  return { x, y, radius: reach };
}

function drawLinks(
  links: Iterable<Link>,
  vertexOf: ReadonlyMap<string, Vertex>,
  frame: Frame,
): DrawnLink[] {
  const vertices = [...new Set(vertexOf.values())];
  const drawn = new Map<string, DrawnLink & { links: Link[] }>();
  for (const link of links) {
    const client = vertexOf.get(link.client);
    const server = vertexOf.get(link.server);
    if (!client || !server || client === server) continue;
    const id = `${client.id} ${server.id}`;
    const known = drawn.get(id) ?? drawn.get(`${server.id} ${client.id}`);
    if (known) {
      known.links.push(link);
      continue;
    }
    const others = vertices.filter((vertex) => vertex !== client && vertex !== server);
    const obstacles = others.map(discOf);
    const curve = linkCurve(edgeOf(client), edgeOf(server), obstacles, inset(frame));
    drawn.set(id, { id, client, server, curve, links: [link] });
  }
  return [...drawn.values()];
}

/** Links end at the ring of hooks, not under it. */
function edgeOf(vertex: Vertex): Disc {
  const { x, y, radius, reach, kind } = vertex;
  return { x, y, radius: kind === 'apiserver' ? (radius + reach) / 2 + 2 : radius + 2 };
}

/** Servers first; then whoever is on the other orbits, if all of an orbit can be named. */
const RANKS: readonly (readonly ProcessKind[])[] = [
  ['apiserver'],
  ['client'],
  ['kcm', 'scheduler'],
  ['node'],
];

function labelRanks(
  { addresses, words }: SceneInput,
  vertices: readonly Vertex[],
  fontPx: number,
): LabelRank[] {
  const line = Math.round(fontPx * LINE_HEIGHT);
  return RANKS.map((kinds) => {
    const named = vertices.filter(({ kind }) => kinds.includes(kind));
    const requests = named.map((vertex) => {
      const { id, kind, members } = vertex;
      const input = { words, fontPx, line, address: addresses.get(id) };
      const server = kind === 'apiserver' && members.length === 1;
      const forms = server ? serverForms(vertex, input) : nameForms(vertex, input);
      return { id, disc: discOf(vertex), angle: vertex.angle, forms };
    });
    const grouped = named.some(({ members }) => members.length > 1);
    const most = grouped ? NAMED_GROUPS : NAMED_NODES;
    const shown = kinds.includes('node') && named.length > most ? [] : requests;
    return { requests: shown, allOrNone: kinds.includes('client') || kinds.includes('node') };
  });
}

interface FormInput {
  readonly words: LabelWords;
  readonly fontPx: number;
  readonly line: number;
  readonly address?: string;
}

/** The version that a label has to say, as its body has no room for it. */
function versionToSay({ members, radius }: Vertex): string | undefined {
  return members.length === 1 && !holdsVersion(radius) ? members[0].version : undefined;
}

/** With the version where the label has to say it, in every form; then without. */
function serverForms(vertex: Vertex, input: FormInput): LabelForm[] {
  const version = versionToSay(vertex);
  const plain = formsOfServer(vertex, input, '');
  if (version === undefined) return plain;
  const said = formsOfServer(vertex, input, `${version} `);
  return [...said.map((form) => ({ ...form, versioned: true })), ...plain.slice(-2)];
}

/**
 * Name, state with its time, address and lease; a short name, a short state and the lease; these
 * without a name; one of them.
 * @param tag the version, with a space behind it, or nothing
 */
function formsOfServer(
  vertex: Vertex,
  { words, fontPx, line, address }: FormInput,
  tag: string,
): LabelForm[] {
  const mono = (text: string) => words.measure(text, 'mono', fontPx - 0.5);
  const name = words.measure(`${tag}${vertex.id}`, 'name', fontPx - 0.5);
  const long = Math.max(...words.states.map(mono));
  const short = Math.max(...words.shortStates.map((state) => mono(tag + state)));
  const lease = mono(words.lease);
  const full = address ? mono(`${address} · ${words.lease}`) : lease;
  const form = (lines: number, ...widths: number[]): LabelForm => ({
    lines,
    width: Math.ceil(Math.max(...widths)) + 2,
    height: lines * line,
  });
  const named = `${words.shortName(vertex.members[0])} ${tag}· `;
  const shortNamed = Math.max(...words.shortStates.map((state) => mono(named + state)));
  return [
    form(3, name, long, full),
    { ...form(2, shortNamed, lease), short: true },
    form(2, short, lease),
    form(1, short, mono(tag + words.lease)),
  ];
}

/** The name; for those that stand in elections also a shorter one, each with room for its mark. */
function nameForms(vertex: Vertex, { words, fontPx, line }: FormInput): LabelForm[] {
  const { id, kind, members } = vertex;
  const form = (text: string): LabelForm => ({
    lines: 1,
    width: Math.ceil(words.measure(text, 'plain', fontPx - 0.5)) + 2,
    height: line,
  });
  if (members.length > 1) {
    const [all, plain] = [true, false].map((versioned) => words.groupName(vertex, versioned));
    return [...(all === plain ? [] : [{ ...form(all), versioned: true }]), form(plain)];
  }
  if (kind !== 'kcm' && kind !== 'scheduler') return [form(id)];
  const shortName = words.shortName(members[0]);
  const version = versionToSay(vertex);
  const said = version === undefined ? [] : [`${version} `];
  const outwards = { versioned: true, mostCost: VERSION_COST };
  return [
    ...said.flatMap((tag) => [
      { ...form(`${id} ${tag}${words.leader}`), ...outwards },
      { ...form(`${shortName} ${tag}${words.leader}`), short: true, ...outwards },
    ]),
    ...(said.length > 0 ? [] : [form(`${id} ${words.leader}`)]),
    { ...form(`${shortName} ${words.leader}`), short: true },
  ];
}
