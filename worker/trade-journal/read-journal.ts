import { AppError } from "../contract/errors.ts";
import { DAY_MS, HOUR_MS } from "../contract/time.ts";
import { isoDate, weekOf } from "../contract/trade-calendar.ts";
import type { EntryRecord, LabelRecord } from "../contract/trade-journal/journal-changes.ts";
import { JOURNAL } from "../contract/trade-journal/journal-limits.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { type EntrySpan, selectEntries, selectLabels, selectToReview } from "./journal-store.ts";
import { entryRecord, labelRecord } from "./journal-view.ts";
import { JOURNAL_TEXT } from "./journal-words.ts";

/** Zones are at most 14 hours ahead of UTC and 12 behind. */
const ZONE_REACH_MS = 14 * HOUR_MS;

/** The caller's setups, tags and mistakes, with those that are archived. @throws AppError `not_signed_in` */
export async function readLabels(scope: Scope): Promise<LabelRecord[]> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectLabels(scope.db.query, callerId)]);
  return rows[0].map(labelRecord);
}

/**
 * What the caller has noted of an account's trades that were closed in a span of at most a week, of its days, and of the weeks of these.
 * @param from inclusive, epoch ms @param to exclusive
 * @throws AppError `not_signed_in` | `invalid_input`
 */
export async function readEntries(
  scope: Scope,
  account: string,
  { from, to }: { from: number; to: number },
): Promise<EntryRecord[]> {
  assertSpan(from, to);
  const { rows } = await authorizedBatch(scope, "read", (callerId) =>
    selectEntries(scope.db.query, callerId, account, spanOf(from, to)),
  );
  return rows.flat().map(entryRecord);
}

/**
 * How many of the caller's trades of an account that were closed in a span of at most a week are not reviewed.
 * @param from inclusive, epoch ms @param to exclusive
 * @throws AppError `not_signed_in` | `invalid_input`
 */
export async function countToReview(
  scope: Scope,
  account: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  assertSpan(from, to);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectToReview(scope.db.query, callerId, account, spanOf(from, to)),
  ]);
  return rows[0][0]?.trades ?? 0;
}

function assertSpan(from: number, to: number): void {
  if (to <= from) throw new AppError("invalid_input", JOURNAL_TEXT.toBeforeFrom, { field: "to" });
  if (to - from > JOURNAL.spanDaysMax * DAY_MS)
    throw new AppError("invalid_input", JOURNAL_TEXT.spanTooLong, { field: "to" });
}

/** The days that any zone has in a span, with their weeks. */
function spanOf(fromMs: number, toMs: number): EntrySpan {
  const first = Math.floor((fromMs - ZONE_REACH_MS) / DAY_MS);
  const last = Math.floor((toMs + ZONE_REACH_MS) / DAY_MS);
  const weeks = Array.from({ length: last - first + 1 }, (_, index) => nameOfWeek(first + index));
  return { fromMs, toMs, firstDay: isoDate(first), lastDay: isoDate(last), weeks: [...new Set(weeks)] };
}

function nameOfWeek(day: number): string {
  const { year, week } = weekOf(day);
  return `${year}-W${String(week).padStart(2, "0")}`;
}
