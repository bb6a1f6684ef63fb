/**
 * The timeline as a picture: what is on the screen, with its title, times and lane names. Drawn by
 * the functions that draw the screen, on a canvas for a PNG and into markup for an SVG.
 */

import { translator } from '../../i18n';
import type { Orrery } from '../../stores';
import { stepTexts } from '../../why/step-words';
import { contentWords } from '../content-words';
import { drawBase, sharp } from '../draw-base';
import { flagPlaces } from '../draw-flags';
import { drawOverlay } from '../draw-overlay';
import { type FrameView, xOf } from '../frame-view';
import { hatchPatterns } from '../hatches';
import { LaneContents } from '../lane-contents';
import { LaneInk } from '../lane-ink';
import type { LanePen } from '../lane-pen';
import { AXIS_HEIGHT, LANE_HEIGHT, type Lane, placedLanes } from '../lanes';
import { leaseTitle } from '../lease-names';
import { overlayParts } from '../overlay-parts';
import { css, readPalette, rgbReader } from '../palette';
import { TextWidths, type Written } from '../place-labels';
import { shownTimeline } from '../shown';
import { timelineTexts } from '../texts';
import { TimelineModel } from '../timeline-model';

/** What stands above the lanes. */
export interface PictureWords {
  readonly title: string;
  readonly facts: string;
}

/** Something that draws parts of a picture at their places. */
export interface Sheet {
  layer(box: Box, draw: (context: CanvasRenderingContext2D) => void): void;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of a timeline that is not on the screen, px. */
const UNSEEN = { width: 1_100, height: 480 };
const MARGIN = 14;
const HEAD = 50;
const LABELS = 208;
/** Indent of a lane inside another, px. */
const INDENT = 10;
/** How much of what is later than the playhead is covered. */
const VEIL = 0.46;

export interface TimelinePicture {
  readonly width: number;
  readonly height: number;
  paint(sheet: Sheet, pixelRatio: number): void;
}

export function timelinePicture(orrery: Orrery, words: PictureWords): TimelinePicture {
  const model = modelOf(orrery);
  const { width, height } = model.size;
  const page = document;
  const scratch = contextIn(page);
  const read = propertyReader(page);
  const ink = new LaneInk(readPalette(read, rgbReader(scratch)));
  const settings = orrery.settings.getState();
  const t = translator(timelineTexts, settings);
  const said = contentWords(t, translator(stepTexts, settings));
  const contents = new LaneContents(model, said, page.createElement('canvas'));
  const body = AXIS_HEIGHT + height;
  const whole = { width: MARGIN * 2 + LABELS + width, height: HEAD + body + MARGIN };
  const area = { x: MARGIN + LABELS, y: HEAD, width, height: body };
  return {
    ...whole,
    paint(sheet, pixelRatio) {
      const view = model.view({ ...model.size, pixelRatio });
      const widths = widthsOf(scratch);
      const written: Written[] = [];
      sheet.layer({ x: 0, y: 0, ...whole }, (context) =>
        drawFrame({ context, ink, words, pixelRatio, ...whole }),
      );
      const labels = { x: MARGIN, y: HEAD, width: LABELS, height: body };
      sheet.layer(labels, (context) => drawLabels({ context, model, ink, widths, pixelRatio }));
      sheet.layer(area, (context) => {
        const hatches = hatchPatterns(context, ink.palette);
        const { atlas } = contents;
        const pen: LanePen = { context, view, ink, widths, hatches, atlas, written };
        const { layout } = model.lanes.getState();
        drawBase({
          pen,
          lanes: contents.lanes(view, ink),
          stickyHeight: layout.sticky.length * LANE_HEIGHT,
          selectedLane: model.selectedLane(),
          flags: flagPlaces(model.feed.index, view),
        });
        drawPlayhead(pen, orrery.playback.getState().time);
      });
      const lit = { ...overlayParts(model, view), hovered: undefined, pointer: undefined };
      const { palette } = ink;
      sheet.layer(area, (context) => drawOverlay({ context, view, palette, written, ...lit }));
    },
  };
}

/** The timeline on the screen; where none is, one of a usual size. */
function modelOf(orrery: Orrery): TimelineModel {
  const shown = shownTimeline(orrery);
  const model = shown && shown.size.height > 0 ? shown : new TimelineModel(orrery);
  // A clock that stands still lets all rows be taken in.
  model.advance(() => 0, 1);
  if (model !== shown) {
    model.resize(UNSEEN.width, UNSEEN.height, 1);
    model.revealLane();
  }
  return model;
}

interface FramePen extends PictureSize {
  readonly context: CanvasRenderingContext2D;
  readonly ink: LaneInk;
  readonly words: PictureWords;
  readonly pixelRatio: number;
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

function drawFrame({ context, ink, words, pixelRatio, width, height }: FramePen): void {
  const { palette } = ink;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.fillStyle = css(palette.panel);
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  context.fillStyle = css(palette.text);
  context.font = `650 14px ${palette.fontText}`;
  context.fillText(words.title, MARGIN, 16);
  context.fillStyle = css(palette.dim);
  context.font = `450 11px ${palette.fontMono}`;
  context.fillText(words.facts, MARGIN, 36);
}

interface LabelPen {
  readonly context: CanvasRenderingContext2D;
  readonly model: TimelineModel;
  readonly ink: LaneInk;
  readonly widths: TextWidths;
  readonly pixelRatio: number;
}

function drawLabels({ context, model, ink, widths, pixelRatio }: LabelPen): void {
  const { palette } = ink;
  const t = translator(timelineTexts, model.orrery.settings.getState());
  const { layout, scrollTop, height } = model.lanes.getState();
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.textBaseline = 'middle';
  const font = `450 12px ${palette.fontText}`;
  context.font = font;
  for (const { lane, top } of placedLanes(layout, scrollTop, height)) {
    if (!lane.pinned && top < layout.sticky.length * LANE_HEIGHT) continue;
    const indent = lane.pinned ? 0 : Math.min(3, lane.depth) * INDENT;
    const name = lane.lease ? leaseTitle(t, lane.lease) : nameOf(lane);
    context.fillStyle = css(labelColour(lane, ink));
    const room = LABELS - indent - 8;
    context.fillText(
      shortened(name, room, (text) => widths.widthOf(font, text)),
      indent,
      AXIS_HEIGHT + top + LANE_HEIGHT / 2,
    );
  }
}

const nameOf = ({ pinned, node, title }: Lane): string =>
  pinned && node?.parent ? node.path : title;

function labelColour({ lease, depth, component }: Lane, { palette }: LaneInk) {
  if (lease) return palette.leaseText;
  if (component === 'scenario') return palette.faultText;
  const own = ['apiserver', 'etcd', 'kcm', 'scheduler'].includes(component) && depth === 0;
  return own ? palette.component[component] : palette.dim;
}

function shortened(text: string, room: number, widthOf: (text: string) => number): string {
  let shown = text;
  while (shown.length > 1 && widthOf(shown) > room) shown = `${shown.slice(0, -2)}…`;
  return shown;
}

/** The playhead, and the veil over what is later. */
function drawPlayhead({ context, view, ink }: LanePen, time: number): void {
  const x = sharp(view, xOf(view, time));
  const { palette } = ink;
  const from = Math.max(0, Math.min(view.width, x));
  context.fillStyle = css(palette.panel, VEIL);
  context.fillRect(from, AXIS_HEIGHT, view.width - from, view.height);
  if (x < 0 || x > view.width) return;
  drawHead(context, view, x, css(palette.accent));
}

function drawHead(context: CanvasRenderingContext2D, view: FrameView, x: number, colour: string) {
  context.fillStyle = colour;
  context.fillRect(x - 0.75, AXIS_HEIGHT, 1.5, view.height);
  context.beginPath();
  context.moveTo(x - 7, AXIS_HEIGHT - 9);
  context.lineTo(x + 7, AXIS_HEIGHT - 9);
  context.lineTo(x, AXIS_HEIGHT + 1);
  context.closePath();
  context.fill();
}

function contextIn(page: Document): CanvasRenderingContext2D {
  const context = page.createElement('canvas').getContext('2d');
  if (!context) throw new Error('this browser gives no 2d drawing context');
  return context;
}

function propertyReader(page: Document) {
  const style = getComputedStyle(page.documentElement);
  return (name: string) => style.getPropertyValue(name).trim();
}

function widthsOf(context: CanvasRenderingContext2D): TextWidths {
  return new TextWidths((font, text) => {
    context.font = font;
    return context.measureText(text).width;
  });
}
