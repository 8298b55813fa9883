import { followPointer, isFurtherFinger } from "../ui/follow-pointer.ts";
import { isPlan } from "./drawing-kinds.ts";
import type { DrawingsController } from "./drawings-controller.ts";
import { paintHandles, paintShapes, type ShapeColours } from "./paint-shapes.ts";
import type { Point, Projection } from "./projection.ts";

/** The chart as the layer needs it. */
export type LayerHost = {
  /** The plot without its axes: the layer lies over it and handles its pointer events. */
  area: HTMLElement;
  projection: () => Projection | null;
  /** Whether the chart has something of its own to move at a place, such as the line of an order. It comes first. */
  isTaken: (topPx: number, pointerType: string) => boolean;
  colours: () => ShapeColours;
  fontFamily: string;
};

/**
 * The canvas of the drawings over a plot. It handles pointer events before the chart does; those for a drawing do not reach
 * the chart.
 */
export class DrawingLayer {
  readonly #canvas = document.createElement("canvas");
  readonly #host: LayerHost;
  readonly #drawings: DrawingsController;
  readonly #listeners = new AbortController();
  #frame = 0;
  /** Ends what a pointer does that is pressed on a drawing; null while none is. */
  #endPress: (() => void) | null = null;

  constructor(host: LayerHost, drawings: DrawingsController) {
    this.#host = host;
    this.#drawings = drawings;
    this.#canvas.style.cssText = "position:absolute;inset:0;pointer-events:none";
    host.area.append(this.#canvas);
    this.#listen();
  }

  /** Draws with the next frame, however often it is called before. */
  redrawSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  /** Draws now, in the frame in which the chart has drawn. */
  draw(): void {
    cancelAnimationFrame(this.#frame);
    const projection = this.#host.projection();
    if (!projection) return;
    const targets = this.#drawings.targets(projection);
    // In each frame, whatever it changes, the browser copies all canvases that are displayed; the first use of one allocates it.
    this.#canvas.hidden = targets.length === 0;
    const ctx = targets.length > 0 && this.#canvas.getContext("2d");
    if (!ctx) return;
    const { widthPx, heightPx } = projection;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
    // Setting the size, even to the same one, allocates the canvas again.
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, widthPx, heightPx);
    const { fontFamily } = this.#host;
    const colours = this.#host.colours();
    const paint = { colours, fontFamily };
    // Tags above all lines: one that crosses a tag would make it hard to read.
    for (const { shapes } of targets) paintShapes(ctx, shapes, { ...paint, tags: false });
    for (const { drawing, shapes, handles } of targets) {
      paintShapes(ctx, shapes, { ...paint, tags: true });
      paintHandles(ctx, handles, { colours, focused: this.#drawings.focusedHandle, isSquare: isPlan(drawing) });
    }
  }

  remove(): void {
    this.#endPress?.();
    cancelAnimationFrame(this.#frame);
    this.#listeners.abort();
    this.#canvas.remove();
    this.#host.area.style.cursor = "";
  }

  #listen(): void {
    const { area } = this.#host;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ) => area.addEventListener(name, listener, { ...options, capture: true, signal: this.#listeners.signal });

    on("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      // Two fingers are the chart's, and have ended what the first did to a drawing.
      if (isFurtherFinger(event) || this.#isTheCharts(event)) return;
      if (!this.#drawings.press(this.#pointOf(event), pointerOf(event))) return;
      event.stopImmediatePropagation();
      this.#endPress = followPointer(area, event, {
        move: (move) => this.#move(move),
        drop: (up) => {
          this.#endPress = null;
          this.#drawings.release(this.#pointOf(up));
        },
        cancel: () => {
          this.#endPress = null;
          this.#drawings.interrupt();
        },
      });
    });
    on("pointermove", (event) => {
      // A button that is down belongs to the chart, which pans.
      if (this.#endPress || event.buttons !== 0) return;
      if (this.#isTheCharts(event)) area.style.cursor = "";
      else this.#move(event);
    });
    // The page would scroll with a finger that draws.
    const keepStill = (event: TouchEvent) => {
      if (this.#endPress) event.preventDefault();
    };
    on("touchstart", keepStill, { passive: false });
    on("touchmove", keepStill, { passive: false });
    // Two clicks that place or choose a drawing are no wish to return to the newest candles.
    on("dblclick", (event) => {
      if (this.#drawings.selected.peek() || this.#drawings.tool.peek()) event.stopImmediatePropagation();
    });
  }

  #move(event: PointerEvent): void {
    this.#host.area.style.cursor = this.#drawings.move(this.#pointOf(event), pointerOf(event));
  }

  #isTheCharts(event: PointerEvent): boolean {
    return !this.#drawings.tool.peek() && this.#host.isTaken(this.#pointOf(event).y, event.pointerType);
  }

  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.#host.area.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

function pointerOf({ pointerType }: PointerEvent): "mouse" | "touch" {
  return pointerType === "touch" ? "touch" : "mouse";
}
