/** One answer for all who ask within a time: those who come while it is on its way wait for the same. For callers within one object. */
export class SharedAnswer<Answer> {
  readonly #keptMs: number;
  #shared: { untilMs: number; answer: Promise<Answer> } | null = null;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /** @param load asks for a new answer; one that fails is not kept */
  get(nowMs: number, load: () => Promise<Answer>): Promise<Answer> {
    if (this.#shared && nowMs < this.#shared.untilMs) return this.#shared.answer;
    const shared = { untilMs: nowMs + this.#keptMs, answer: load() };
    this.#shared = shared;
    shared.answer.catch(() => {
      if (this.#shared === shared) this.#shared = null;
    });
    return shared.answer;
  }
}
