import type { InferResponseType } from "hono/client";
import type { api } from "../state/api.ts";

/** A closed trade: `closeTime` is ISO 8601, `profitLoss` dollars. */
export type Trade = InferResponseType<typeof api.trade.history.$get>["data"]["trades"][number];

/** Every figure of a number of trades, in dollars, and what they are broken down by. */
export type Analytics = InferResponseType<typeof api.trade.analytics.$get>["data"];
export type Summary = Analytics["summary"];
/** A day with trades: its own result, and the sum of all up to its end with how far that is below its peak. */
export type EquityPoint = Analytics["equity"][number];

/** A page of all trades, the last closed first; `nextCursor` is null on the last one. */
export type TradePage = { trades: Trade[]; nextCursor: string | null };
