import { AppError } from "../contract/errors.ts";
import { dayAt, isoDate } from "../contract/trade-calendar.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { demoReport } from "./demo-report.ts";
import { assertRun, type TradeAccount } from "./trade-account.ts";
import { TRADE_TEXT } from "./trade-answers.ts";
import { type ShownPart, selectRun, selectRunPage, type TradeCursor, type TradeFilter } from "./trade-store.ts";

/** The rows of one round trip, and of a whole report, which is sorted in memory. */
const PAGE = 5_000;
const ROWS_MAX = 20_000;

/**
 * The closed positions of a demo run as a report in MetaTrader's form: positions, orders and deals.
 *
 * @throws AppError `invalid_input` for an account that is no run, and for more positions than a report holds | `not_found`
 */
export async function exportDemoReport(
  scope: Scope,
  account: TradeAccount,
  filter: TradeFilter,
): Promise<ReadableStream<Uint8Array>> {
  if (account.kind !== "run") {
    throw new AppError("invalid_input", TRADE_TEXT.formatOfRuns("mt5_html"), { field: "format" });
  }
  const { query } = scope.db;
  const parts: ShownPart[] = [];
  let terms: { startCents: number; startedAtMs: number } | undefined;
  for (let after: TradeCursor | null = null; ; ) {
    const page: { filter: TradeFilter; after: TradeCursor | null; limit: number } = { filter, after, limit: PAGE };
    const { rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectRun(query, callerId, account.run),
      selectRunPage(query, callerId, account, page),
    ]);
    const [[run], found] = rows;
    terms = assertRun(run);
    parts.push(...found);
    if (parts.length > ROWS_MAX) {
      const message = TRADE_TEXT.reportTooLarge(ROWS_MAX.toLocaleString("en-US"));
      throw new AppError("invalid_input", message, { field: "from" });
    }
    after = found.at(-1) ?? null;
    if (found.length < PAGE) break;
  }
  const pieces = demoReport({ run: account.run, ...terms }, parts.reverse(), scope.now());
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

/** The headers of the download of a report. */
export function reportHeaders(name: string, nowMs: number): Record<string, string> {
  const day = isoDate(dayAt(nowMs, "UTC"));
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Disposition": `attachment; filename="tonle-${name}-${day}.html"`,
  };
}
