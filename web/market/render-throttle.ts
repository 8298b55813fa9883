import type { InputActivity } from "./input-activity.ts";

/** `receivedAtMs` is of our clock, epoch ms. */
export type ReceivedFrame = { data: unknown; receivedAtMs: number };

type PricePaceOptions = {
  /** However slow the page is, a price is not held back longer. */
  showWithinMs: number;
  /** Whose press or key is answered before a price is shown. */
  inputActivity: Pick<InputActivity, "busyMs">;
  onShow: (frames: readonly ReceivedFrame[]) => void;
  /** Told after each showing how long the page now rests between two. */
  onPause: (pauseMs: number) => void;
};

/** Of the page's time, what prices may take: inputActivity must find it free. */
const SHARE = 1 / 20;

/**
 * Shows prices as often as the page can draw them with ease: at once after a pause, else those that came meanwhile
 * together. The pause follows what the last showing cost, as the hub's does: several a second at a desk, about one on
 * a slow phone. A showing lays the page out and draws the chart, however many ticks are in it, so that it also waits for
 * inputActivity: what they press is answered first.
 */
export class RenderThrottle {
  readonly #options: PricePaceOptions;
  #waiting: ReceivedFrame[] = [];
  #shownAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PricePaceOptions) {
    this.#options = options;
  }

  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** @param data a frame of the market's socket; it is read only when it is shown */
  take(data: unknown): void {
    this.#waiting.push({ data, receivedAtMs: Date.now() });
    if (this.#next === undefined) this.#showWhenFree(this.#shownAtMs + this.#pauseMs - performance.now());
  }

  /** @param restMs what the page still rests after the last showing */
  #showWhenFree(restMs: number): void {
    const waitMs = Math.max(restMs, this.#handsMs());
    if (waitMs <= 0) this.show();
    else this.#next = setTimeout(() => this.#showWhenFree(0), waitMs);
  }

  /** How long inputActivity hold back what waits, which is never longer than a slow page would. */
  #handsMs(): number {
    const waitedMs = Date.now() - (this.#waiting[0]?.receivedAtMs ?? 0);
    return Math.min(this.#options.inputActivity.busyMs, this.#options.showWithinMs - waitedMs);
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
    const writtenAtMs = performance.now();
    whenDrawn((frameAtMs) => {
      // Between the two the page waits for its frame, and is free.
      const waitedMs = Math.max(0, frameAtMs - writtenAtMs);
      const wantedMs = Math.min(this.#options.showWithinMs, (performance.now() - this.#shownAtMs - waitedMs) / SHARE);
      // One dear showing among cheap ones is a neighbour's, and half of it is forgotten with each that follows.
      this.#pauseMs = (this.#pauseMs + wantedMs) / 2;
      this.#options.onPause(this.#pauseMs);
    });
  }
}

/** Tells when the next frame is drawn and the page is free again. @param tell gets when that frame began */
function whenDrawn(tell: (frameAtMs: number) => void): void {
  requestAnimationFrame((frameAtMs) => setTimeout(() => tell(frameAtMs)));
}
