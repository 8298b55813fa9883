/** The resolution of ages, and the largest age; larger ones count as the largest. */
const STEP_MS = 0.25;
const AGE_MS_MAX = 120_000;

/** Counts many millions of ages, in ms, with constant memory. */
export class AgeHistogram {
  readonly #counts = new Uint32Array(AGE_MS_MAX / STEP_MS + 1);
  #total = 0;

  /** Counts one age. */
  add(ageMs: number): void {
    const step = Math.min(Math.max(0, Math.round(ageMs / STEP_MS)), this.#counts.length - 1);
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.#total += 1;
  }

  get total(): number {
    return this.#total;
  }

  /** The quantile of the ages, ms, for a share from 0 to 1; NaN without ages. */
  quantile(share: number): number {
    const rank = Math.ceil(this.#total * share);
    let seen = 0;
    for (const [step, count] of this.#counts.entries()) {
      seen += count;
      if (count > 0 && seen >= rank) return step * STEP_MS;
    }
    return Number.NaN;
  }
}
