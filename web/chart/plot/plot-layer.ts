import type { PlotView } from "./plot-view.ts";

/** Draws the content of a layer on its empty canvas, in the coordinates of the view. */
export type DrawLayer = (ctx: CanvasRenderingContext2D, view: PlotView) => void;

/**
 * A transparent canvas over a plot, as large as the plot's own, for what changes at other times than the plot does: the
 * plot draws its layers with each drawing of its own, and a layer that has changed draws itself alone.
 */
export class PlotLayer {
  readonly #canvas = document.createElement("canvas");
  readonly #draw: DrawLayer;
  #view: PlotView | null = null;

  /** @param below the canvas that it lies on; later layers of the same canvas lie on earlier ones */
  constructor(below: HTMLCanvasElement, draw: DrawLayer) {
    this.#draw = draw;
    this.#canvas.dataset.layer = "";
    let last: Element = below;
    while (last.nextElementSibling instanceof HTMLCanvasElement) last = last.nextElementSibling;
    last.after(this.#canvas);
  }

  /** Draws for a view, or for the same one after the plot below has changed. */
  show(view: PlotView, { width, height }: { width: number; height: number }): void {
    this.#view = view;
    // Setting the size, even to the same one, allocates the canvas again.
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.redraw();
  }

  /** Draws after the layer's own content has changed; nothing before the plot's first drawing. */
  redraw(): void {
    const ctx = this.#view && this.#canvas.getContext("2d");
    if (!ctx || !this.#view) return;
    ctx.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    ctx.save();
    this.#draw(ctx, this.#view);
    ctx.restore();
  }

  remove(): void {
    this.#canvas.remove();
  }
}
