/** A part of the canvas, canvas px. */
export type CanvasArea = { left: number; top: number; width: number; height: number };

/**
 * What stands on one axis, kept as a picture. Writing text is the dearest part of a drawing, and most drawings have the
 * words of the one before. The picture is in no document: where a canvas of the page is given a font, the browser computes
 * all styles first, and in the midst of an interaction lays the page out too.
 */
export class AxisPicture {
  readonly #canvas = document.createElement("canvas");
  #shown = "";

  /**
   * @param state all that the picture follows from
   * @param paint makes it, in the plot's own coordinates, when its state is not what it was
   */
  draw(
    ctx: CanvasRenderingContext2D,
    area: CanvasArea,
    state: string,
    paint: (ctx: CanvasRenderingContext2D) => void,
  ): void {
    if (area.width <= 0 || area.height <= 0) return;
    // What was written before the typeface had come was written in another.
    const shown = `${state} ${JSON.stringify(area)} ${document.fonts.status}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#paint(area, paint);
    }
    ctx.drawImage(this.#canvas, area.left, area.top);
  }

  #paint({ left, top, width, height }: CanvasArea, paint: (ctx: CanvasRenderingContext2D) => void): void {
    // Setting a size also empties it.
    this.#canvas.width = width;
    this.#canvas.height = height;
    const ctx = this.#canvas.getContext("2d");
    if (!ctx) return;
    ctx.translate(-left, -top);
    paint(ctx);
  }
}
