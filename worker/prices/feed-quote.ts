import type { QuoteOrigin } from "../contract/compact-frame.ts";
import type { Quote, Quotes } from "../contract/market-messages.ts";
import type { PollAnswer } from "../contract/poll-answer.ts";
import { dollarsOf } from "../contract/price-steps.ts";
import { midSteps, type TwoSidedQuote } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";

/**
 * A quote as the feed sends it to the hubs. `dayOpen` is the first price of the UTC day, in steps; the times and prices
 * are in the units of {@link TwoSidedQuote}.
 */
export type FeedQuote = TwoSidedQuote & QuoteOrigin & { dayOpen: number };
/** The newest quotes of the known symbols. */
export type FeedQuotes = Partial<Record<FeedSymbol, FeedQuote | undefined>>;

/** The same quotes as the specification's messages have them: one price, in dollars. */
export function wireQuotes(quotes: FeedQuotes): Quotes {
  const prices: Quotes = {};
  for (const symbol of FEED_SYMBOL_LIST) {
    const quote = quotes[symbol];
    if (quote) prices[symbol] = wireQuote(quote);
  }
  return prices;
}

/** The same quotes as a poll has them: with what a socket's compact frames say besides the price. */
export function polledQuotes(quotes: FeedQuotes): PollAnswer["prices"] {
  const prices: PollAnswer["prices"] = {};
  for (const symbol of FEED_SYMBOL_LIST) {
    const quote = quotes[symbol];
    if (!quote) continue;
    const { bid, ask, source, agreement, disagreesWith } = quote;
    const sides = { bid: dollarsOf(symbol, bid), ask: dollarsOf(symbol, ask) };
    prices[symbol] = { ...wireQuote(quote), ...sides, origin: { source, agreement, disagreesWith } };
  }
  return prices;
}

function wireQuote(quote: FeedQuote): Quote {
  const { symbol, at, dayOpen } = quote;
  return { price: dollarsOf(symbol, midSteps(quote)), at, dayOpen: dollarsOf(symbol, dayOpen) };
}
