/** How fine ages are told apart, and from where on they are all the same. */
const STEP_MS = 0.25;
const AGE_MS_MAX = 120_000;

/** Many millions of ages, ms, in bounded room. */
export class AgeHistogram {
  readonly #counts = new Uint32Array(AGE_MS_MAX / STEP_MS + 1);
  #total = 0;

  add(ageMs: number): void {
    const step = Math.min(Math.max(0, Math.round(ageMs / STEP_MS)), this.#counts.length - 1);
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.#total += 1;
  }

  get total(): number {
    return this.#total;
  }

  /** The age that this share (0 to 1) of all is not above, ms; NaN when there is none. */
  quantile(share: number): number {
    const wanted = Math.ceil(this.#total * share);
    let seen = 0;
    for (const [step, count] of this.#counts.entries()) {
      seen += count;
      if (count > 0 && seen >= wanted) return step * STEP_MS;
    }
    return Number.NaN;
  }
}
