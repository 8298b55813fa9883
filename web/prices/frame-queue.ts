/** A frame of the market's socket and the browser's time of its arrival, epoch ms. */
export type ReceivedFrame = { data: unknown; receivedAtMs: number };

/** The cost of showing prices. */
export type Showing = {
  /** The page's time from the first price that it changed to the end of the frame's painting, ms. */
  costMs: number;
  /** From the arrival of the first of these frames to the end of the painting, ms. */
  lagMs: number;
  /** When the showing began, ms of `performance.now()`. */
  atMs: number;
};

type FrameQueueOptions = {
  onShow: (frames: readonly ReceivedFrame[]) => void;
  /** Called when what was shown in an animation frame has been painted. */
  onShown: (showing: Showing) => void;
};

/** With so many frames waiting, the browser draws none, and they are shown at once so that they do not pile up. */
const WAITING_MAX = 500;

/** Shows what the market's socket brings in the page's next animation frame, however many frames arrive before it. */
export class FrameQueue {
  readonly #options: FrameQueueOptions;
  #waiting: ReceivedFrame[] = [];
  #next: number | undefined;

  constructor(options: FrameQueueOptions) {
    this.#options = options;
  }

  /** @param data a frame of the market's socket; it is parsed only when it is shown */
  take(data: unknown): void {
    this.#waiting.push({ data, receivedAtMs: Date.now() });
    if (this.#waiting.length >= WAITING_MAX) this.show();
    else this.#next ??= requestAnimationFrame(() => this.#showInFrame());
  }

  /** Shows the waiting frames now. */
  show(): void {
    if (this.#next !== undefined) cancelAnimationFrame(this.#next);
    this.#next = undefined;
    const shown = this.#waiting;
    this.#waiting = [];
    if (shown.length > 0) this.#options.onShow(shown);
  }

  #showInFrame(): void {
    const atMs = performance.now();
    const arrivedAtMs = this.#waiting[0]?.receivedAtMs ?? Date.now();
    this.show();
    // A task that is queued in an animation frame runs after that frame has been painted.
    setTimeout(() =>
      this.#options.onShown({ costMs: performance.now() - atMs, lagMs: Date.now() - arrivedAtMs, atMs }),
    );
  }
}
