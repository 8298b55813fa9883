/** A press that is held longer than this is no press any more: prices go on under it. */
const PRESS_MS = 300;
/** So long after a key or the end of a press the page is taken to be busy with the answer. */
const ANSWER_MS = 50;

/** Tells whether somebody is at the mouse, the screen or the keys in this very moment, so that other work can wait. */
export class InputActivity {
  #busyUntilMs = 0;

  /** @param page what hears all that happens on it, such as the window */
  constructor(page: EventTarget) {
    const hear = (name: string, busyMs: number) =>
      page.addEventListener(name, () => this.#beBusy(busyMs), { capture: true, passive: true });
    hear("pointerdown", PRESS_MS);
    hear("pointerup", ANSWER_MS);
    hear("keydown", ANSWER_MS);
  }

  /** How much longer, ms; 0 while nobody is. */
  get busyMs(): number {
    return Math.max(0, this.#busyUntilMs - performance.now());
  }

  #beBusy(ms: number): void {
    this.#busyUntilMs = performance.now() + ms;
  }
}
