/** A region of the canvas, in canvas px. */
export type CanvasArea = { left: number; top: number; width: number; height: number };

/**
 * Caches the labels of one axis, or one label, as an off-screen image. Drawing text is the most expensive part of a frame, and most
 * frames repeat the previous labels. The canvas is not in the document: setting the font of a canvas in the document
 * makes the browser compute all styles first, and during an interaction the layout too.
 */
export class AxisPicture {
  readonly #canvas = document.createElement("canvas");
  #shown = "";

  /**
   * Draws the cached image, repainting it first when its state, size or typeface has changed.
   * @param state everything that the image depends on, besides the size of its area
   * @param paint paints the image in the plot's own coordinates, relative to its area
   */
  draw(
    ctx: CanvasRenderingContext2D,
    area: CanvasArea,
    state: string,
    paint: (ctx: CanvasRenderingContext2D) => void,
  ): void {
    if (area.width <= 0 || area.height <= 0) return;
    // Text painted before the typeface was loaded used a fallback font, so the load status is part of the key.
    const shown = `${state} ${area.width}x${area.height} ${document.fonts.status}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#paint(area, paint);
    }
    ctx.drawImage(this.#canvas, area.left, area.top);
  }

  #paint({ left, top, width, height }: CanvasArea, paint: (ctx: CanvasRenderingContext2D) => void): void {
    const canvas = this.#canvas;
    // Setting the size, even to the same one, allocates the canvas again.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const ctx = canvas.getContext("2d");
    if (!ctx) return;
    ctx.setTransform(1, 0, 0, 1, -left, -top);
    ctx.clearRect(left, top, width, height);
    paint(ctx);
  }
}
