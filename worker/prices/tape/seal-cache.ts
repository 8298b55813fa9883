import { AppError } from "../../contract/errors.ts";
import type { Seal } from "../../contract/tape/tape-seal.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { LocalCount } from "../../platform/request/local-count.ts";

/** The seals of a day; `isComplete` when no more will come. */
export type DaySeals = { seals: Seal[]; isComplete: boolean };

/** How many days an isolate keeps: a day of seals has some 400 KB. */
const DAYS_MAX = 4;
/** Past days that an isolate asks the feed for in a second. A receipt needs two. */
const PAST_PER_SECOND = 5;

/**
 * The seals of the days that were asked for last: of a past day for good, of today for a minute. They are public and every answer
 * comes from the one object that also takes all prices, which callers must not be able to keep busy: a day that has not begun is
 * not asked for, and of past ones only so many.
 */
export class SealCache {
  readonly #days = new Map<string, { atMs: number; answer: DaySeals }>();
  readonly #past = new LocalCount(1_000);

  /**
   * @param load asks the feed. Its promise belongs to the caller's request and may never end with it, so only answers
   * are kept
   * @throws AppError `busy` when too many past days are asked for
   */
  async get(day: string, nowMs: number, load: () => Promise<DaySeals>): Promise<DaySeals> {
    const dayMs = Date.parse(day);
    if (dayMs > nowMs) return { seals: [], isComplete: false };
    const known = this.#days.get(day);
    if (known && (known.answer.isComplete || nowMs - known.atMs < MINUTE_MS)) return known.answer;
    if (dayMs + DAY_MS <= nowMs && this.#past.add("past", nowMs) > PAST_PER_SECOND)
      throw new AppError("busy", ERROR_TEXT.service_down);
    const answer = await load();
    this.#days.delete(day);
    this.#days.set(day, { atMs: nowMs, answer });
    const [oldest] = this.#days.keys();
    if (this.#days.size > DAYS_MAX && oldest !== undefined) this.#days.delete(oldest);
    return answer;
  }
}
