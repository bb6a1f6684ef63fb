/** The canvases that the timeline is drawn on. */

/** @param opaque whether nothing behind the canvas shows through; the first call decides */
export function contextOf(canvas: HTMLCanvasElement, opaque = false): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: !opaque });
  if (!context) throw new Error('this browser gives no 2d drawing context');
  return context;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function sizeCanvas(canvas: HTMLCanvasElement, size: Size, pixelRatio: number): void {
  canvas.width = Math.max(1, Math.round(size.width * pixelRatio));
  canvas.height = Math.max(1, Math.round(size.height * pixelRatio));
}
