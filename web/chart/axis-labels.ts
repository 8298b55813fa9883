/** One label of an axis, at its place on the canvas. */
export type AxisLabel = { text: string; x: number; y: number };

/** How the labels of an axis look, and the part of the canvas that they stand in, canvas px. */
export type AxisLook = {
  font: string;
  colour: string;
  align: CanvasTextAlign;
  baseline: CanvasTextBaseline;
  area: { left: number; top: number; width: number; height: number };
};

/**
 * The labels of one axis. Writing text is the dearest part of a drawing, and most drawings have the labels of the one
 * before: they are kept as a picture, and written again when one of them is another or stands elsewhere.
 */
export class AxisLabels {
  readonly #picture = document.createElement("canvas");
  #shown = "";

  /** @param state all that the labels follow from; `read` is asked for them when it is not what it was */
  draw(ctx: CanvasRenderingContext2D, state: string, look: AxisLook, read: () => readonly AxisLabel[]): void {
    const { left, top, width, height } = look.area;
    if (width <= 0 || height <= 0) return;
    // What was written before the typeface had come was written in another.
    const shown = `${state} ${JSON.stringify(look)} ${document.fonts.status}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#write(look, read());
    }
    ctx.drawImage(this.#picture, left, top);
  }

  #write({ font, colour, align, baseline, area }: AxisLook, labels: readonly AxisLabel[]): void {
    // Setting a size also empties it.
    this.#picture.width = area.width;
    this.#picture.height = area.height;
    const ctx = this.#picture.getContext("2d");
    if (!ctx) return;
    ctx.font = font;
    ctx.fillStyle = colour;
    ctx.textAlign = align;
    ctx.textBaseline = baseline;
    for (const { text, x, y } of labels) ctx.fillText(text, x - area.left, y - area.top);
  }
}
