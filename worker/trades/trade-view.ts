import type { trades } from "../../db/schema/index.ts";
import { dollarsFromCents } from "../contract/money.ts";
import type { ShownTrade } from "./trade-store.ts";

/** A row of `trades`. */
export type TradeRow = typeof trades.$inferSelect;

/** A closed trade as the API shows it. Source: specification section 3, "Trade history row". */
export type TradeView = ReturnType<typeof tradeView>;

/** Builds the view of a trade. @param row.lotMicros becomes lots, `profitCents` dollars */
export function tradeView(row: ShownTrade) {
  return {
    id: String(row.id),
    closeTime: new Date(row.closedAtMs).toISOString(),
    symbol: row.symbol,
    direction: row.direction,
    lotSize: row.lotMicros / 1_000_000,
    entryPrice: row.entryPrice,
    exitPrice: row.exitPrice,
    profitLoss: dollarsFromCents(row.profitCents),
  };
}
