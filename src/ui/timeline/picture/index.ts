/** The timeline as a file. Loaded when one is asked for. */
import type { Orrery } from '../../stores';
import { type PictureWords, type Sheet, type TimelinePicture, timelinePicture } from './picture';
import { escaped, SvgContext } from './svg-context';

export type { PictureWords } from './picture';

/** Device pixels a css pixel of a PNG: sharp on good screens and on paper. */
const PNG_RATIO = 2;

/** The picture as an SVG document. */
export function timelineSvg(orrery: Orrery, words: PictureWords): string {
  const picture = timelinePicture(orrery, words);
  const parts: string[] = [];
  const sheet: Sheet = {
    layer({ x, y, width, height }, draw) {
      const context = new SvgContext(document, `p${parts.length}-`);
      draw(context as unknown as CanvasRenderingContext2D);
      const box = `x="${x}" y="${y}" width="${width}" height="${height}"`;
      parts.push(`<svg ${box}>\n${context.markup()}\n</svg>`);
    },
  };
  picture.paint(sheet, 1);
  const { width, height } = picture;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`;
  const title = `<title>${escaped(words.title)}</title><desc>${escaped(words.facts)}</desc>`;
  return `${root} viewBox="0 0 ${width} ${height}">\n${title}\n${parts.join('\n')}\n</svg>\n`;
}

/** The picture as the bytes of a PNG. */
export async function timelinePng(orrery: Orrery, words: PictureWords): Promise<Blob> {
  const picture = timelinePicture(orrery, words);
  const whole = canvasOf(picture);
  const target = whole.getContext('2d');
  const sheet: Sheet = {
    layer({ x, y, width, height }, draw) {
      const part = canvasOf({ width, height });
      const context = part.getContext('2d');
      if (context) draw(context);
      target?.drawImage(part, x * PNG_RATIO, y * PNG_RATIO);
    },
  };
  picture.paint(sheet, PNG_RATIO);
  const blob = await new Promise<Blob | null>((resolve) => whole.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture is too large for this browser');
  return blob;
}

function canvasOf({ width, height }: Pick<TimelinePicture, 'width' | 'height'>) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * PNG_RATIO);
  canvas.height = Math.round(height * PNG_RATIO);
  return canvas;
}
