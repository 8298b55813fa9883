/** `receivedAtMs` is of our clock, epoch ms. */
export type ReceivedFrame = { data: unknown; receivedAtMs: number };

type PricePaceOptions = {
  /** However slow the page is, a price is not held back longer. */
  showWithinMs: number;
  onShow: (frames: readonly ReceivedFrame[]) => void;
};

/** Of the page's time, what prices may take: hands must find it free. */
const SHARE = 1 / 15;

/**
 * Shows prices as often as the page can draw them with ease: at once after a pause, else those that came meanwhile
 * together. The pause follows what the last showing cost, as the hub's does: several a second at a desk, about one on
 * a slow phone. A showing lays the page out and draws the chart, however many ticks are in it.
 */
export class PricePace {
  readonly #options: PricePaceOptions;
  #waiting: ReceivedFrame[] = [];
  #shownAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PricePaceOptions) {
    this.#options = options;
  }

  /** Since prices were shown last; without end before the first. */
  get shownAgoMs(): number {
    return performance.now() - this.#shownAtMs;
  }

  /** @param data a frame of the market's socket; it is read only when it is shown */
  take(data: unknown): void {
    this.#waiting.push({ data, receivedAtMs: Date.now() });
    if (this.#next !== undefined) return;
    const restMs = this.#pauseMs - this.shownAgoMs;
    if (restMs > 0) this.#next = setTimeout(() => this.show(), restMs);
    else this.show();
  }

  /** Shows what waits. */
  show(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    const shown = this.#waiting;
    if (shown.length === 0) return;
    this.#waiting = [];
    this.#shownAtMs = performance.now();
    this.#options.onShow(shown);
    whenDrawn(() => {
      this.#pauseMs = Math.min(this.#options.showWithinMs, this.shownAgoMs / SHARE);
    });
  }
}

/** Tells when the next frame is drawn and the page is free again. */
function whenDrawn(tell: () => void): void {
  requestAnimationFrame(() => setTimeout(tell));
}
