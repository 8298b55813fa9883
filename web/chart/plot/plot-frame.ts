import { styled } from "goober";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX, areaPxOf, canvasPx } from "./axis-size.ts";

/** The element of a candle plot, which fills the nearest positioned one, with what {@link PlotFrame} adds to it. */
export const PlotFrameBox = styled("div")`
  position: absolute;
  inset: 0;
  user-select: none;
  & canvas,
  & [data-area] {
    position: absolute;
    top: 0;
    left: 0;
  }
  & canvas {
    width: 100%;
    height: 100%;
  }
  & canvas[hidden] {
    display: none;
  }
  & [data-area] {
    right: ${AXIS_WIDTH_PX}px;
    cursor: crosshair;
    touch-action: pan-y;
  }
  & [data-over-line] {
    cursor: ns-resize;
  }
  & [data-free] {
    touch-action: none;
  }
  & [data-area="panes"] {
    top: auto;
    bottom: ${AXIS_HEIGHT_PX}px;
  }
  & [data-crosshair] {
    position: absolute;
    top: 0;
    left: 0;
    pointer-events: none;
  }
  & [data-crosshair="x"] {
    border-right: 1px dashed var(--muted);
  }
  & [data-crosshair="y"] {
    width: 100%;
    border-bottom: 1px dashed var(--muted);
  }
`;

/** A place of the pointer, CSS px from the plot's left and top; below the plot it is over a pane. */
export type PointerPlace = { leftPx: number; topPx: number };

/** Sizes in CSS px: of the whole, and of the panes below the plot. */
type FrameSize = { widthPx: number; heightPx: number; panesPx: number };

/** The elements of a candle plot: its canvas, the areas that listen to the pointer, and the crosshair. */
export class PlotFrame {
  readonly canvas = document.createElement("canvas");
  /** The plot without its axes. */
  readonly area = areaElement("plot");
  /** The panes below the plot. */
  readonly panesArea = areaElement("panes");
  readonly #crosshair = { x: crosshairElement("x"), y: crosshairElement("y") };
  readonly #listeners = new AbortController();
  #place: PointerPlace | null = null;
  #areaPx = { width: 0, height: 0 };

  /**
   * @param onHover called with the place of the pointer, and with null when it has left
   * @param onRatio called when the screen has another number of pixels in a CSS px
   */
  constructor(target: HTMLElement, { onHover, onRatio }: { onHover: () => void; onRatio: () => void }) {
    this.area.append(this.#crosshair.x, this.#crosshair.y);
    target.append(this.canvas, this.area, this.panesArea);
    const { signal } = this.#listeners;
    const move = (place: PointerPlace | null) => {
      this.#place = place;
      this.#showCrosshair();
      onHover();
    };
    for (const [element, topPx] of [
      [this.area, () => 0],
      [this.panesArea, () => this.#areaPx.height],
    ] as const) {
      element.addEventListener(
        "mousemove",
        ({ clientX, clientY }) => {
          const { left, top } = element.getBoundingClientRect();
          move({ leftPx: clientX - left, topPx: topPx() + clientY - top });
        },
        { signal },
      );
      element.addEventListener("mouseleave", () => move(null), { signal });
    }
    const followRatio = () => {
      const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      query.addEventListener(
        "change",
        () => {
          onRatio();
          followRatio();
        },
        { signal, once: true },
      );
    };
    followRatio();
  }

  /** The place of the pointer; null while it is elsewhere. */
  get place(): PointerPlace | null {
    return this.#place;
  }

  /** The plot's size, CSS px: whole pixels of the screen. */
  get areaPx(): { width: number; height: number } {
    return this.#areaPx;
  }

  /** Gives canvas and areas their sizes. */
  layOut({ widthPx, heightPx, panesPx }: FrameSize): void {
    const { canvas, area, panesArea } = this;
    const [width, canvasHeight] = [canvasPx(widthPx), canvasPx(heightPx)];
    // Setting the size, even to the same one, allocates the canvas again.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== canvasHeight) canvas.height = canvasHeight;
    this.#areaPx = areaPxOf({ widthPx, heightPx, panesPx });
    const { height } = this.#areaPx;
    setHeight(area, height);
    setHeight(panesArea, panesPx);
    setHeight(this.#crosshair.x, height + panesPx);
  }

  destroy(): void {
    this.#listeners.abort();
    for (const element of [this.canvas, this.area, this.panesArea]) element.remove();
  }

  #showCrosshair(): void {
    const { x, y } = this.#crosshair;
    x.hidden = this.#place === null;
    y.hidden = this.#place === null;
    // By transforms, which cause no layout.
    if (!this.#place) return;
    x.style.transform = `translateX(${this.#place.leftPx}px)`;
    y.style.transform = `translateY(${this.#place.topPx}px)`;
  }
}

function areaElement(name: "plot" | "panes"): HTMLElement {
  const element = document.createElement("div");
  element.dataset.area = name;
  return element;
}

function crosshairElement(axis: "x" | "y"): HTMLElement {
  const element = document.createElement("div");
  element.dataset.crosshair = axis;
  element.hidden = true;
  return element;
}

function setHeight(element: HTMLElement, px: number): void {
  const height = `${px}px`;
  if (element.style.height !== height) element.style.height = height;
}
