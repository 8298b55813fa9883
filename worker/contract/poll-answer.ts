import type { QuoteOrigin } from "./compact-frame.ts";
import type { PriceSource, Quote } from "./market-messages.ts";
import type { FeedSymbol } from "./symbols.ts";

/** A quote with both of its sides, in dollars, and where it comes from. */
export type PolledQuote = Quote & { bid: number; ask: number; origin: QuoteOrigin };

/** The response to a poll besides `success`: every requested quote that is known, and the `seq` to continue from. */
export type PollAnswer = {
  prices: Partial<Record<FeedSymbol, PolledQuote | undefined>>;
  source: PriceSource;
  seq: number;
  now: number;
};
