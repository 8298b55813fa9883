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
