import type { InferResponseType } from "hono/client";
import type { api } from "../state/api.ts";

type Trade = InferResponseType<typeof api.trade.history.$get>["data"]["trades"][number];

/** A day of a run without the trades that were opened after its first loss. Sums in cents. */
export type AfterLoss = { lossAtMs: number; leftOut: number; keptCents: number; ownCents: number };

/**
 * What a day would have brought without trades after its first loss.
 * @param trades those that were closed on the day, in any order
 * @returns null where the trade itself was not opened after a loss of the day
 */
export function afterLossOf(trades: readonly Trade[], tradeId: string): AfterLoss | null {
  const cents = (list: readonly Trade[]) => list.reduce((sum, { profitLoss }) => sum + Math.round(profitLoss * 100), 0);
  const losses = trades.filter(({ profitLoss }) => profitLoss < 0).map(({ closeTime }) => Date.parse(closeTime));
  const lossAtMs = Math.min(...losses);
  const isAfter = ({ demo }: Trade) => demo !== undefined && Date.parse(demo.openTime) >= lossAtMs;
  const left = trades.filter(isAfter);
  if (losses.length === 0 || !left.some(({ id }) => id === tradeId)) return null;
  const ownCents = cents(trades);
  return { lossAtMs, leftOut: left.length, keptCents: ownCents - cents(left), ownCents };
}
