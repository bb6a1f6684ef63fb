/**
 * The part of a canvas's 2d context that the timeline draws with, written as SVG. A method that is
 * missing here is missing loudly: drawing with it throws.
 */

/** What the drawing functions need; the same calls go to a canvas. */
type Paint = string | SvgPattern;

class SvgPattern {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

interface State {
  fillStyle: Paint;
  strokeStyle: Paint;
  lineWidth: number;
  lineJoin: string;
  font: string;
  textBaseline: string;
  /** Groups that the state opened. */
  groups: number;
}

const FIRST: State = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineJoin: 'miter',
  font: '10px sans-serif',
  textBaseline: 'alphabetic',
  groups: 0,
};
/** How far below its middle a line of text stands, in parts of its size. */
const BASELINE = 0.35;
const IDENTITY = [1, 0, 0, 1, 0, 0];

export class SvgContext {
  /** Hatches are made with elements of its document. */
  readonly canvas: { readonly ownerDocument: Document };
  readonly #parts: string[] = [];
  readonly #definitions: string[] = [];
  readonly #prefix: string;
  readonly #stack: State[] = [];
  #state: State = { ...FIRST };
  #path = '';
  #ids = 0;

  /** @param prefix of ids, different in each part of one picture */
  constructor(page: Document, prefix: string) {
    this.canvas = { ownerDocument: page };
    this.#prefix = prefix;
  }

  set fillStyle(value: Paint) {
    this.#state.fillStyle = value;
  }

  set strokeStyle(value: Paint) {
    this.#state.strokeStyle = value;
  }

  set lineWidth(value: number) {
    this.#state.lineWidth = value;
  }

  set lineJoin(value: string) {
    this.#state.lineJoin = value;
  }

  set font(value: string) {
    this.#state.font = value;
  }

  set textBaseline(value: string) {
    this.#state.textBaseline = value;
  }

  /** All that was drawn. */
  markup(): string {
    const open = this.#state.groups + this.#stack.reduce((sum, { groups }) => sum + groups, 0);
    const definitions = this.#definitions.join('');
    const body = this.#parts.join('\n') + '</g>'.repeat(open);
    return definitions === '' ? body : `<defs>${definitions}</defs>\n${body}`;
  }

  save(): void {
    this.#stack.push({ ...this.#state });
    this.#state.groups = 0;
  }

  restore(): void {
    const before = this.#stack.pop();
    if (!before) return;
    this.#parts.push('</g>'.repeat(this.#state.groups));
    this.#state = before;
  }

  /** A picture is drawn at one device pixel a css pixel, so only the identity comes here. */
  setTransform(...matrix: readonly number[]): void {
    if (matrix.some((value, place) => value !== IDENTITY[place])) {
      throw new RangeError('a picture is drawn without a transform');
    }
  }

  translate(x: number, y: number): void {
    this.#open(`<g transform="translate(${num(x)} ${num(y)})">`);
  }

  clip(): void {
    const id = this.#id();
    this.#definitions.push(`<clipPath id="${id}"><path d="${this.#path}"/></clipPath>`);
    this.#open(`<g clip-path="url(#${id})">`);
  }

  beginPath(): void {
    this.#path = '';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${num(x)} ${num(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${num(x)} ${num(y)}`;
  }

  bezierCurveTo(...places: readonly number[]): void {
    this.#path += `C${places.map(num).join(' ')}`;
  }

  closePath(): void {
    this.#path += 'Z';
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path += rectangle(x, y, width, height);
  }

  roundRect(...[x, y, width, height, radius]: readonly number[]): void {
    const r = Math.min(radius, width / 2, height / 2);
    const [right, bottom] = [x + width, y + height];
    const corner = (toX: number, toY: number) =>
      `A${num(r)} ${num(r)} 0 0 1 ${num(toX)} ${num(toY)}`;
    this.#path +=
      `M${num(x + r)} ${num(y)}H${num(right - r)}${corner(right, y + r)}V${num(bottom - r)}` +
      `${corner(right - r, bottom)}H${num(x + r)}${corner(x, bottom - r)}V${num(y + r)}` +
      `${corner(x + r, y)}Z`;
  }

  fill(): void {
    if (this.#path !== '') this.#parts.push(`<path d="${this.#path}" ${this.#fill()}/>`);
  }

  stroke(): void {
    if (this.#path === '') return;
    this.#parts.push(`<path d="${this.#path}" fill="none" ${this.#stroke()}/>`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.#parts.push(`<path d="${rectangle(x, y, width, height)}" ${this.#fill()}/>`);
  }

  /** Nothing is drawn yet where a layer is cleared. */
  clearRect(): void {}

  fillText(text: string, x: number, y: number): void {
    this.#text(text, x, y, this.#fill());
  }

  strokeText(text: string, x: number, y: number): void {
    this.#text(text, x, y, `fill="none" ${this.#stroke()}`);
  }

  measureText(text: string): { readonly width: number } {
    const pen = this.canvas.ownerDocument.createElement('canvas').getContext('2d');
    if (!pen) return { width: 0 };
    pen.font = this.#state.font;
    return { width: pen.measureText(text).width };
  }

  createPattern(tile: HTMLCanvasElement): SvgPattern {
    const id = this.#id();
    const size = `width="${tile.width}" height="${tile.height}"`;
    const image = `<image ${size} href="${tile.toDataURL()}"/>`;
    const units = 'patternUnits="userSpaceOnUse"';
    this.#definitions.push(`<pattern id="${id}" ${size} ${units}>${image}</pattern>`);
    return new SvgPattern(id);
  }

  /** A part of a canvas, as it is: one row of pixels, stretched. */
  drawImage(source: HTMLCanvasElement, ...places: readonly number[]): void {
    const [sx, sy, sw, , dx, dy, dw, dh] = places;
    const strip = this.canvas.ownerDocument.createElement('canvas');
    strip.width = Math.max(1, Math.round(sw));
    strip.height = 1;
    strip.getContext('2d')?.drawImage(source, sx, Math.floor(sy), sw, 1, 0, 0, sw, 1);
    const box = `x="${num(dx)}" y="${num(dy)}" width="${num(dw)}" height="${num(dh)}"`;
    const href = strip.toDataURL();
    this.#parts.push(`<image ${box} preserveAspectRatio="none" href="${href}"/>`);
  }

  #text(text: string, x: number, y: number, paint: string): void {
    const { font, textBaseline } = this.#state;
    const [, weight = '400', size = '10', family = 'sans-serif'] =
      /^(?:(\d+) )?([\d.]+)px (.+)$/.exec(font) ?? [];
    const baseline = textBaseline === 'middle' ? y + BASELINE * Number(size) : y;
    const look = `font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}"`;
    this.#parts.push(
      `<text x="${num(x)}" y="${num(baseline)}" ${look} ${paint}>${escaped(text)}</text>`,
    );
  }

  #fill(): string {
    return painted('fill', this.#state.fillStyle);
  }

  #stroke(): string {
    const { strokeStyle, lineWidth, lineJoin } = this.#state;
    const line = `stroke-width="${num(lineWidth)}" stroke-linejoin="${lineJoin}"`;
    return `${painted('stroke', strokeStyle)} ${line}`;
  }

  #open(group: string): void {
    this.#parts.push(group);
    this.#state.groups += 1;
  }

  #id(): string {
    this.#ids += 1;
    return `${this.#prefix}${this.#ids}`;
  }
}

const num = (value: number): number => Math.round(value * 100) / 100;

const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${num(x)} ${num(y)}h${num(width)}v${num(height)}h${num(-width)}Z`;

/** Other programs know `rgb(1, 2, 3)` and an opacity beside it, not the newer form. */
function painted(what: 'fill' | 'stroke', paint: Paint): string {
  if (paint instanceof SvgPattern) return `${what}="url(#${paint.id})"`;
  const parts = /^rgb\((\d+) (\d+) (\d+)(?: \/ ([\d.]+))?\)$/.exec(paint);
  if (!parts) return `${what}="${escaped(paint)}"`;
  const [, red, green, blue, alpha] = parts;
  const colour = `${what}="rgb(${red},${green},${blue})"`;
  return alpha === undefined ? colour : `${colour} ${what}-opacity="${alpha}"`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escaped(text: string): string {
  const printable = text.replace(/\p{Cc}/gu, ' ');
  return printable.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);
}
