/** A frame and the browser's time of its arrival, epoch ms. */
export type ReceivedFrame = { data: unknown; receivedAtMs: number };

type RenderThrottleOptions = {
  /** The longest delay before a price is shown, however slow the page is. */
  showWithinMs: number;
  /** Input takes precedence over showing prices. */
  inputActivity: Pick<InputActivity, "busyMs">;
  onShow: (frames: readonly ReceivedFrame[]) => void;
  /** Called after each render with the new pause between two. */
  onPause: (pauseMs: number) => void;
};

/** The share of the page's time that showing prices may take. */
const SHARE = 1 / 20;

/**
 * Shows prices as often as the page can render them cheaply: at once after a pause, otherwise all pending frames
 * together. The pause follows the cost of the last render, as the hub's pace does: several a second on a desktop
 * computer, about one on a slow phone. A render causes a layout and a chart drawing, however many ticks it includes, so
 * it also waits while there is input activity: presses are answered first.
 */
export class RenderThrottle {
  readonly #options: RenderThrottleOptions;
  #waiting: ReceivedFrame[] = [];
  #shownAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RenderThrottleOptions) {
    this.#options = options;
  }

  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** @param data a frame of the market's socket; it is parsed only when it is shown */
  take(data: unknown): void {
    this.#waiting.push({ data, receivedAtMs: Date.now() });
    if (this.#next === undefined) this.#showWhenFree(this.#shownAtMs + this.#pauseMs - performance.now());
  }

  /** @param restMs the remaining pause after the last render */
  #showWhenFree(restMs: number): void {
    const waitMs = Math.max(restMs, this.#heldBackMs());
    if (waitMs <= 0) this.show();
    else this.#next = setTimeout(() => this.#showWhenFree(0), waitMs);
  }

  /** How long input activity delays the pending frames, at most until `showWithinMs`. */
  #heldBackMs(): number {
    const waitedMs = Date.now() - (this.#waiting[0]?.receivedAtMs ?? 0);
    return Math.min(this.#options.inputActivity.busyMs, this.#options.showWithinMs - waitedMs);
  }

  /** Shows the pending frames now. */
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
      // Between the two instants the page waits for its frame and is idle.
      const waitedMs = Math.max(0, frameAtMs - writtenAtMs);
      const wantedMs = Math.min(this.#options.showWithinMs, (performance.now() - this.#shownAtMs - waitedMs) / SHARE);
      // A single expensive render is usually caused by other work; averaging halves its effect with each render that
      // follows.
      this.#pauseMs = (this.#pauseMs + wantedMs) / 2;
      this.#options.onPause(this.#pauseMs);
    });
  }
}

/**
 * Calls back when the next frame is drawn and the page is idle again.
 * @param tell receives the frame's start time
 */
function whenDrawn(onDrawn: (frameAtMs: number) => void): void {
  requestAnimationFrame((frameAtMs) => setTimeout(() => onDrawn(frameAtMs)));
}

/** A press held longer no longer counts as active input: prices continue. */
const PRESS_MS = 300;
/** After a key or the end of a press, the page is assumed to be busy with the response for this long. */
const ANSWER_MS = 50;

/** Tracks whether the user is pressing a pointer or a key right now, so that other work can wait. */
export class InputActivity {
  #busyUntilMs = 0;

  /** @param page the target that receives all input events, such as the window */
  constructor(page: EventTarget) {
    const listen = (name: string, busyMs: number) =>
      page.addEventListener(name, () => this.#beBusy(busyMs), { capture: true, passive: true });
    listen("pointerdown", PRESS_MS);
    listen("pointerup", ANSWER_MS);
    listen("keydown", ANSWER_MS);
  }

  /** The remaining time of the current input, ms; 0 without any. */
  get busyMs(): number {
    return Math.max(0, this.#busyUntilMs - performance.now());
  }

  #beBusy(ms: number): void {
    this.#busyUntilMs = performance.now() + ms;
  }
}
