import type { MarketQuote } from "../contract/demo/demo-types.ts";

/**
 * A quote that reached a level, as the engine's quote input: `context` has, in order of their numbers, the last price
 * before it of every other symbol, and the quotes that set the extremes of the trailing levels that it reached.
 */
export type Delivery = { quote: MarketQuote; context: readonly MarketQuote[] };

/** The deliveries that are due for one trader, and the version of the levels that the book has of them; null before the first. */
export type BookDue = { due: Delivery[]; version: number | null };

/**
 * The market for one trader, as of a record of the tape: the newest quotes and last prices of the symbols asked for and
 * the quotes that set the extremes of the trader's trailing levels, in order of their numbers, and the deliveries that
 * the trader's account has not yet acknowledged.
 */
export type BookMarket = BookDue & { seq: number; quotes: MarketQuote[] };

/** The book's calls to a trader's account, at least once for each delivery. A call resolves when its effect is durable. */
export type DeliveryReceiver = {
  fire(deliveries: readonly Delivery[], version: number | null): Promise<void>;
  /** The quotes that set the extremes of the trader's trailing levels, after they have moved. */
  trailsMoved(quotes: readonly MarketQuote[]): Promise<void>;
};
