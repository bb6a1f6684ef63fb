/** Patterns beside colours: diagonal lines over what is broken, and over what is changing. */
import { css, type Palette } from './palette';

const TILE = 7;

export function hatchPatterns(context: CanvasRenderingContext2D, palette: Palette) {
  const make = (colour: string): CanvasPattern | null => {
    const tile = context.canvas.ownerDocument.createElement('canvas');
    tile.width = TILE;
    tile.height = TILE;
    const pen = tile.getContext('2d');
    if (!pen) return null;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.6;
    pen.beginPath();
    for (const offset of [-TILE, 0, TILE]) {
      pen.moveTo(offset - 1, TILE + 1);
      pen.lineTo(offset + TILE + 1, -1);
    }
    pen.stroke();
    return context.createPattern(tile, 'repeat');
  };
  return { fault: make(css(palette.panel, 0.5)), change: make(css(palette.panel, 0.42)) };
}
