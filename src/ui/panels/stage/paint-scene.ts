/** Writes one time of the stage into the still picture. */
import { arcPath, onEllipse, px } from './geometry';
import type { Vertex } from './layout';
import { linkViews, NO_LINK } from './link-state';
import { ARC_OFFSET } from './orbits';
import type { Painter } from './painter';
import type { Scene } from './scene';
import type { ProcessView, RunningLease, StageView } from './select';
import {
  electedName,
  groupName,
  type LabelLine,
  paddedText,
  type StageText,
  serverLines,
  spokenGroup,
  spokenProcess,
} from './wording';

export interface PaintOptions {
  readonly t: StageText;
  /** Process that is selected, and the one under the pointer or the focus. */
  readonly selected: string | undefined;
  readonly hovered: string | undefined;
  /** Part of the hook bead that a tip is about. */
  readonly openHook: string | undefined;
  /** How long a change counts as being now, virtual µs. */
  readonly moment: number;
  /** Arcs jump by whole seconds instead of gliding. */
  readonly reducedMotion: boolean;
  /** Time runs so fast that a lease would flicker: it is held or it is not. */
  readonly calm: boolean;
}

const ORIGIN = { x: 0, y: 0 };
/** The end of an arc that has less left than this is marked as urgent, µs. */
const URGENT_US = 3_000_000;

export function paintScene(
  painter: Painter,
  scene: Scene,
  view: StageView,
  options: PaintOptions,
): void {
  const { t } = options;
  painter.text('revision', view.outage ? t('outage') : t('revision', { revision: view.revision }));
  painter.attribute('glow', 'data-outage', view.outage ? 'true' : undefined);
  for (const vertex of scene.vertices) paintBody({ painter, scene, view, options }, vertex);
  paintLinks({ painter, scene, view, options });
}

interface Painting {
  readonly painter: Painter;
  readonly scene: Scene;
  readonly view: StageView;
  readonly options: PaintOptions;
}

function paintBody(painting: Painting, vertex: Vertex): void {
  const { painter, view, options } = painting;
  const part = `body:${vertex.id}`;
  const names = vertex.members.map(({ name }) => name);
  const views = names.flatMap((name) => view.processes.get(name) ?? []);
  const holds = (name: string | undefined) => name !== undefined && names.includes(name);
  painter.attribute(part, 'data-selected', holds(options.selected) ? 'true' : undefined);
  painter.attribute(part, 'data-hovered', holds(options.hovered) ? 'true' : undefined);
  painter.attribute(
    part,
    'data-outage',
    vertex.kind === 'etcd' && view.outage ? 'true' : undefined,
  );
  if (views.length === 1) paintProcess(painting, vertex, views[0]);
  else paintGroup(painting, vertex, views);
}

function paintProcess(painting: Painting, vertex: Vertex, process: ProcessView): void {
  const { painter, options } = painting;
  const { id } = vertex;
  painter.attribute(`body:${id}`, 'data-look', process.look);
  painter.attribute(`body:${id}`, 'data-paused', process.paused ? 'true' : undefined);
  painter.attribute(`body:${id}`, 'data-leads', process.leads ? 'true' : undefined);
  process.hooks.forEach(({ phase }, index) => {
    const part = `hook:${id}:${index}`;
    painter.attribute(part, 'data-phase', phase);
    painter.attribute(part, 'data-open', options.openHook === part ? 'true' : undefined);
  });
  if (process.kind === 'apiserver') paintLease(painting, vertex, process.lease);
  const dark = process.kind === 'etcd' && painting.view.outage;
  const spoken = dark
    ? `${process.name}, ${options.t('outage')}`
    : spokenProcess(options.t, process);
  painter.attribute(`target:${id}`, 'aria-label', spoken);
  const lines = labelOf(painting, vertex, process);
  paintLabel(painting, vertex, lines);
}

function labelOf({ scene, options }: Painting, { id }: Vertex, process: ProcessView): LabelLine[] {
  if (process.kind === 'apiserver') {
    const { lines = 0, short = false, versioned = false } = scene.labels.get(id) ?? {};
    const form = { lines, named: short, versioned };
    return serverLines(options.t, process, { ...form, calm: options.calm });
  }
  const tone = process.look === 'exited' ? 'fault' : 'dim';
  const { short = false, versioned = false } = scene.labels.get(id) ?? {};
  return [{ text: electedName(options.t, process, { short, versioned }), tone }];
}

function paintGroup(painting: Painting, vertex: Vertex, views: readonly ProcessView[]): void {
  const { painter, options } = painting;
  const looks = new Set(views.map(({ look }) => look));
  // A group is as well as its worst member.
  const look = (['exited', 'terminating', 'absent', 'starting', 'ready'] as const).find((each) =>
    looks.has(each),
  );
  painter.attribute(`body:${vertex.id}`, 'data-look', look ?? 'ready');
  const versioned = painting.scene.labels.get(vertex.id)?.versioned;
  const text = groupName(options.t, vertex, versioned ?? false);
  painter.attribute(`target:${vertex.id}`, 'aria-label', spokenGroup(options.t, vertex, views));
  paintLabel(painting, vertex, [{ text, tone: 'dim' }]);
}

/** A label above its body fills from below, so that a short one does not float away. */
function paintLabel(
  { painter, scene }: Painting,
  vertex: Vertex,
  lines: readonly LabelLine[],
): void {
  const label = scene.labels.get(vertex.id);
  if (!label) return;
  const above = label.y + label.height <= vertex.y;
  const first = above ? label.lines - lines.length : 0;
  for (let index = 0; index < label.lines; index += 1) {
    const part = `label:${vertex.id}:${index}`;
    const line = lines[index - first];
    const padded = line && label.align !== 'start' ? paddedText(line) : line?.text;
    painter.text(part, padded ?? '');
    painter.attribute(part, 'data-tone', line?.tone ?? 'plain');
    painter.attribute(part, 'data-name', line?.bold ? 'true' : undefined);
  }
}

function paintLease(
  { painter, scene, options }: Painting,
  { id, radius }: Vertex,
  lease: RunningLease | undefined,
): void {
  painter.attribute(`lease:${id}`, 'data-held', lease ? 'true' : 'false');
  if (!lease) {
    painter.attribute(`leaseArc:${id}`, 'd', undefined);
    painter.attribute(`leaseEdge:${id}`, 'd', undefined);
    return;
  }
  const share = shareShown(lease, options);
  const ring = radius + ARC_OFFSET * scene.unit;
  const path = arcPath(ORIGIN, ring, share);
  painter.attribute(`leaseArc:${id}`, 'd', path);
  painter.attribute(`leaseEdge:${id}`, 'd', path);
  const head = onEllipse(ORIGIN, ring, ring, share * 2 * Math.PI - Math.PI / 2);
  painter.attribute(`leaseHead:${id}`, 'cx', px(head.x));
  painter.attribute(`leaseHead:${id}`, 'cy', px(head.y));
  const urgent = lease.leftUs < URGENT_US && !lease.stopped && !options.calm;
  painter.attribute(`lease:${id}`, 'data-urgent', urgent ? 'true' : undefined);
}

/** The share of a lease that its arc or bar shows. */
export function shareShown(
  { leftUs, ttlUs }: RunningLease,
  { reducedMotion, calm }: Pick<PaintOptions, 'reducedMotion' | 'calm'>,
): number {
  if (calm) return 1;
  return Math.min(1, (reducedMotion ? Math.ceil(leftUs / 1e6) * 1e6 : leftUs) / ttlUs);
}

function paintLinks({ painter, scene, view, options }: Painting): void {
  const looks = linkViews(scene.links, view, options.moment);
  const lit = options.hovered ?? options.selected;
  const litId = lit === undefined ? undefined : scene.vertexOf.get(lit)?.id;
  for (const { id, client, server } of scene.links) {
    const { look, strength, slow } = looks.get(id) ?? NO_LINK;
    painter.attribute(`link:${id}`, 'data-look', look);
    painter.attribute(`link:${id}`, 'data-slow', slow ? 'true' : undefined);
    painter.attribute(`link:${id}`, 'opacity', strength >= 1 ? undefined : px(strength));
    const isLit = client.id === litId || server.id === litId;
    painter.attribute(`link:${id}`, 'data-lit', isLit ? 'true' : undefined);
  }
}
