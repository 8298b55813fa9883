import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { figuresOf } from "../performance/analytics.ts";
import type { TradeAccount } from "./trade-account.ts";
import { computeFacts } from "./trade-analytics.ts";
import { selectFiltered } from "./trade-figures-store.ts";
import { selectRunsOfSpan } from "./trade-store.ts";

export { selectRunsOfSpan };

/** A span of time, epoch ms: `fromMs` inclusive, `toMs` exclusive. */
type Span = { fromMs: number; toMs: number };

/** The results of an account in a span. The sum in cents. */
export type SpanResults = { resultCents: number; trades: number; tradeWinPercentage: number | null };

/** The statements that {@link spanResults} computes from: those of the analytics with the span as filter. */
export function selectSpan(
  query: Query,
  userId: SQL<string>,
  account: Exclude<TradeAccount, { kind: "broker" }>,
  { fromMs, toMs }: Span,
) {
  return selectFiltered(query, userId, account, { fromMs, toMs });
}

type Rows = ReturnType<typeof selectSpan>;
type RowsOf<Statement extends { _: { result: unknown } }> = Statement["_"]["result"];

/** The results of an account in a span, by the formulas of the analytics. */
export function spanResults(
  timeZone: string,
  rows: readonly [RowsOf<Rows[0]>, RowsOf<Rows[1]>, RowsOf<Rows[2]>],
): SpanResults {
  // Which day is today changes none of these figures.
  const { resultUnits, trades, tradeWinPercentage } = figuresOf(computeFacts(timeZone, null, rows), { today: 0 });
  return { resultCents: resultUnits, trades, tradeWinPercentage };
}
