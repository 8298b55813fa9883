type Draws = {
  /** Draws all of the plot. */
  drawPlot: () => void;
  /** Draws what a price changes. @returns false where that is not enough, and the plot must be drawn */
  drawPrice: () => boolean;
};

/** Draws a plot once for many changes. */
export class DrawScheduler {
  readonly #draws: Draws;
  #frame = 0;
  /** The drawing of the queued microtask; null while there is none. */
  #queued: "plot" | "price" | null = null;

  constructor(draws: Draws) {
    this.#draws = draws;
  }

  /** Draws the plot in the next frame, however many changes happen before it. */
  inFrame(): void {
    this.stop();
    this.#frame = requestAnimationFrame(this.#draws.drawPlot);
  }

  /**
   * Draws in a microtask, after all effects of a price update: elements positioned at a price are then laid out only
   * once.
   */
  afterEffects(what: "plot" | "price"): void {
    const isQueued = this.#queued !== null;
    if (this.#queued !== "plot") this.#queued = what;
    if (isQueued) return;
    queueMicrotask(() => {
      const queued = this.#queued;
      this.#queued = null;
      if (queued === "price" && this.#draws.drawPrice()) return;
      this.stop();
      this.#draws.drawPlot();
    });
  }

  /** Leaves out what the next frame would draw. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}
