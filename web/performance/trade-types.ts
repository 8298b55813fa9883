import type { InferResponseType } from "hono/client";
import type { api, User } from "../state/api.ts";

/** A closed trade: `closeTime` is ISO 8601, `profitLoss` dollars. */
export type Trade = InferResponseType<typeof api.trade.history.$get>["data"]["trades"][number];

/** All figures of a set of trades, in dollars, and their breakdowns. */
export type Analytics = InferResponseType<typeof api.trade.analytics.$get>["data"];
/** A demo run: its settings, and its balance after the last closed position. */
export type RunDetail = NonNullable<Analytics["run"]>;
/** An account with another broker: its currency, and what was paid in and out. */
export type BrokerDetail = NonNullable<Analytics["broker"]>;
export type Summary = Analytics["summary"];
/** A day with trades: its own result, the cumulative result at its end, and the distance below the peak. */
export type EquityPoint = Analytics["equity"][number];

/** A page of all trades, last closed first; `nextCursor` is null on the last one. */
export type TradePage = { trades: Trade[]; nextCursor: string | null };

/** The figures of the cards, of all trades or of a filtered part. */
export type CardFigures = Omit<User["analytics"], "totalDeposits"> & Partial<Pick<Summary, "bestDay" | "totalPnL">>;
