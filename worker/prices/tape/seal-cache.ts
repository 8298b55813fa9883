import type { Seal } from "../../contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../contract/time.ts";

/** The seals of a day; `isComplete` when no more will come. */
export type DaySeals = { seals: Seal[]; isComplete: boolean };

/** How many days an isolate keeps: a day of seals has some 400 KB. */
const DAYS_MAX = 4;

/**
 * The seals of the days that were asked for last, for a minute. They are public and every answer comes from the one
 * object that also takes all prices, which callers must not be able to keep busy.
 */
export class SealCache {
  readonly #days = new Map<string, { atMs: number; answer: DaySeals }>();

  /**
   * @param load asks the feed. Its promise belongs to the caller's request and may never end with it, so only answers
   * are kept
   */
  async get(day: string, nowMs: number, load: () => Promise<DaySeals>): Promise<DaySeals> {
    const known = this.#days.get(day);
    if (known && nowMs - known.atMs < MINUTE_MS) return known.answer;
    const answer = await load();
    this.#days.delete(day);
    this.#days.set(day, { atMs: nowMs, answer });
    const [oldest] = this.#days.keys();
    if (this.#days.size > DAYS_MAX && oldest !== undefined) this.#days.delete(oldest);
    return answer;
  }
}
