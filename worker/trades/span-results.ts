import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { figuresOf } from "../performance/analytics.ts";
import { FactsCounter } from "../performance/facts-counter.ts";
import { offsetsOf } from "../performance/trade-columns.ts";
import type { TradeAccount } from "./trade-account.ts";
import { selectRows } from "./trade-block-store.ts";
import { selectRunsOfSpan } from "./trade-store.ts";

export { selectRunsOfSpan };

/** A span of time, epoch ms: `fromMs` inclusive, `toMs` exclusive. */
type Span = { fromMs: number; toMs: number };

/** The results of an account in a span. The sum in cents. */
export type SpanResults = { resultCents: number; trades: number; tradeWinPercentage: number | null };

/** The statements that {@link spanResults} computes from: the trades of the span. */
export function selectSpan(
  query: Query,
  userId: SQL<string>,
  account: Exclude<TradeAccount, { kind: "broker" }>,
  { fromMs, toMs }: Span,
) {
  const span = { fromMs, untilMs: toMs };
  return [selectRows(query, userId, account, { filter: {}, span, limit: Number.MAX_SAFE_INTEGER })] as const;
}

type RowsOf<Statement extends { _: { result: unknown } }> = Statement["_"]["result"];

/** The results of an account in a span, by the formulas of the analytics. */
export function spanResults(
  timeZone: string,
  [[read]]: readonly [RowsOf<ReturnType<typeof selectSpan>[0]>],
): SpanResults {
  const counter = new FactsCounter(null);
  if (read && read.columns.order.length > 0) counter.count(read.columns, offsetsOf(read.columns, timeZone));
  // Which day is today changes none of these figures.
  const { resultUnits, trades, tradeWinPercentage } = figuresOf(counter.facts(), { today: 0 });
  return { resultCents: resultUnits, trades, tradeWinPercentage };
}
