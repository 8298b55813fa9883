import { iso } from "../../contract/iso-time.ts";
import { type MonthReport, readReport } from "../../month-close/month-report.ts";
import { type Hold, type MonthSpan, monthAt, monthsFrom, spanOf } from "../../month-close/month-rules.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { type CloseRow, selectClose, selectClosePage, selectFirstMove } from "./month-admin-store.ts";
import { monthNow, selectMonthFacts } from "./month-facts.ts";
import { closeView, reportView } from "./month-view.ts";

/**
 * The report of a month: the sealed one as it is stored, else as it is now, with what holds its close.
 * @throws AppError `invalid_input`
 */
export async function findMonth(scope: Scope, month: string) {
  const span = spanOf(month, scope.settings.OPERATION_TIME_ZONE);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectClose(scope.db.query, callerId, month),
    ...selectMonthFacts(scope.db.query, callerId, span),
  ]);
  const [[close], ...facts] = rows;
  return monthView(scope, span, close, facts);
}

/** What of a month is shown. @param facts of its report, where it is not sealed */
export function monthView(
  scope: Scope,
  span: MonthSpan,
  close: CloseRow | undefined,
  facts: Parameters<typeof monthNow>[0],
) {
  const { report, digest, holds } = shownReport(scope, span, close, facts);
  return {
    month: span.month,
    report: reportView(report),
    /** Of the report that is shown: who prepares or seals it sends it back. */
    digest,
    holds,
    close: close ? closeView(close) : null,
    /** A prepared report that the month would not give any more. */
    isOutdated: close !== undefined && close.close.digest !== digest,
    /** The end of the month; the next moment is not of it. */
    endsAt: iso(span.untilMs),
  };
}

/** The sealed report as it is stored, else that of now. */
export function shownReport(
  scope: Scope,
  span: MonthSpan,
  row: CloseRow | undefined,
  facts: Parameters<typeof monthNow>[0],
): { report: MonthReport; digest: string; holds: Hold[] } {
  if (row && row.close.sealedAtMs !== null) {
    return { report: readReport(row.close.report), digest: row.close.digest, holds: [] };
  }
  return monthNow(facts, span, { timeZone: scope.settings.OPERATION_TIME_ZONE, nowMs: scope.now() });
}

/** So many months before the running one are listed without a close of their own. */
const OPEN_MONTHS = 12;

/** The months: those that are prepared or sealed, the next one to close, and those up to the running one. The newest is the first. */
export async function listMonths(scope: Scope) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectClosePage(query, callerId),
    selectFirstMove(query, callerId),
  ]);
  const [closes, [first]] = rows;
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const running = monthAt(scope.now(), timeZone);
  const began = first?.atMs == null ? running : monthAt(first.atMs, timeZone);
  const newestSealed = closes.find(({ close }) => close.sealedAtMs !== null)?.close.month ?? null;
  /** The only month that can be closed; before the first seal it may be any that is over. */
  const next = newestSealed === null ? null : monthsFrom(newestSealed, 1);
  const open = Array.from({ length: OPEN_MONTHS }, (_, i) => monthsFrom(running, -i)).filter(
    (month) => month >= began && (newestSealed === null || month > newestSealed),
  );
  const closeOf = new Map(closes.map((row) => [row.close.month, row]));
  const months = [...new Set([running, ...open, ...(next === null ? [] : [next]), ...closeOf.keys()])];
  return {
    running,
    next,
    timeZone,
    months: months
      .toSorted((a, b) => (a < b ? 1 : -1))
      .map((month) => {
        const row = closeOf.get(month);
        return { month, isRunning: month >= running, close: row ? closeView(row) : null };
      }),
  };
}
