import { COMPACT_PROTOCOL, type CompactFrame, encodeCompactFrame } from "../contract/compact-frame.ts";
import type { PriceSource, ServerMessage } from "../contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { wireQuotes } from "./feed-quote.ts";
import type { HubQuotes } from "./hub-quotes.ts";

/** The format of the frames with prices: JSON, or the compact one for clients that request its subprotocol. */
export type FrameFormat = "json" | "compact";

/** A frame that is sent to a client. */
export type Frame = string | Uint8Array<ArrayBuffer>;

/** The fields that every frame of one flush has, besides `seq`. */
export type Stamp = { source: PriceSource; now: number };

/** The format for the subprotocols that a handshake offers, the value of its Sec-WebSocket-Protocol. */
export function formatFor(offered: string | null): FrameFormat {
  const names = offered?.split(",").map((name) => name.trim()) ?? [];
  return names.includes(COMPACT_PROTOCOL) ? "compact" : "json";
}

/** All current quotes of the symbols: the first frame for a subscriber. */
export function snapshotFrame(
  symbols: readonly FeedSymbol[],
  { quotes, format }: { quotes: HubQuotes; format: FrameFormat },
  { source, now }: Stamp,
): Frame {
  const { seq } = quotes;
  if (format === "compact") {
    return encodeCompactFrame({ source, seq, now, after: null, quotes: compactQuotes(symbols, quotes, 0) });
  }
  return encode({ type: "market-data", prices: pick(symbols, wireQuotes(quotes.newest)), source, seq, now });
}

/**
 * The changes for subscribers of these symbols.
 * @param facts.after the `seq` that they were sent last; a new open of the day needs the longer JSON frame
 * @returns null when nothing of theirs changed
 */
export function changeFrame(
  symbols: readonly FeedSymbol[],
  { quotes, format, after }: { quotes: HubQuotes; format: FrameFormat; after: number },
  { source, now }: Stamp,
): Frame | null {
  const changed = quotes.changedSince(symbols, after);
  const [symbol, ...others] = changed;
  if (!symbol) return null;
  const { seq } = quotes;
  if (format === "compact") {
    return encodeCompactFrame({ source, seq, now, after, quotes: compactQuotes(changed, quotes, after) });
  }
  const prices = wireQuotes(pick(changed, quotes.newest));
  const quote = prices[symbol];
  if (others.length > 0 || !quote || quotes.hasNewDayOpen(symbol, after)) {
    return encode({ type: "market-data", prices, source, seq, after, now });
  }
  return encode({ type: "price_update", symbol, price: quote.price, at: quote.at, seq, after, now });
}

/** The quotes of the given symbols, without unknown ones. */
export function pick<Q>(
  symbols: readonly FeedSymbol[],
  quotes: Partial<Record<FeedSymbol, Q | undefined>>,
): Partial<Record<FeedSymbol, Q | undefined>> {
  const picked: Partial<Record<FeedSymbol, Q | undefined>> = {};
  for (const symbol of symbols) {
    const quote = quotes[symbol];
    if (quote) picked[symbol] = quote;
  }
  return picked;
}

/** Serialises a message. */
export function encode(message: ServerMessage): string {
  return JSON.stringify(message);
}

/** The quotes as compact frames have them: what rarely changes only where it changed after a `seq`. */
function compactQuotes(symbols: readonly FeedSymbol[], quotes: HubQuotes, after: number): CompactFrame["quotes"] {
  const compact: CompactFrame["quotes"] = {};
  for (const symbol of FEED_SYMBOL_LIST) {
    const quote = quotes.newest[symbol];
    if (!quote || !symbols.includes(symbol)) continue;
    const { bid, ask, at, dayOpen, source, agreement, disagreesWith } = quote;
    compact[symbol] = {
      bid,
      ask,
      at,
      dayOpen: quotes.hasNewDayOpen(symbol, after) ? dayOpen : null,
      origin: quotes.hasNewOrigin(symbol, after) ? { source, agreement, disagreesWith } : null,
    };
  }
  return compact;
}
