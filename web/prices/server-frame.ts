import { type CompactFrame, decodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import { PONG, type ServerMessage } from "../../worker/contract/market-messages.ts";
import { dollarsOf, midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import type { QuoteUpdates } from "../state/prices.ts";

/** A frame of the market's socket. Prices are in dollars; `after` is null in a snapshot. */
export type ServerFrame =
  | ({ type: "prices"; quotes: QuoteUpdates } & Omit<CompactFrame, "quotes">)
  | { type: "error"; code: string };

/**
 * Parses a frame of the market's socket: prices are compact frames, errors are JSON.
 * @returns null for a pong and for unknown messages
 */
export function readServerFrame(frame: unknown): ServerFrame | null {
  try {
    if (frame instanceof ArrayBuffer) return pricesOf(decodeCompactFrame(new Uint8Array(frame)));
    return typeof frame === "string" && frame !== PONG ? errorOf(JSON.parse(frame)) : null;
  } catch {
    return null;
  }
}

function pricesOf({ quotes, ...stamp }: CompactFrame): ServerFrame {
  const updates: QuoteUpdates = {};
  for (const symbol of FEED_SYMBOL_LIST) {
    const quote = quotes[symbol];
    if (!quote) continue;
    const { bid, ask, dayOpen, at, origin } = quote;
    updates[symbol] = {
      price: dollarsOf(symbol, midSteps(quote)),
      bid: dollarsOf(symbol, bid),
      ask: dollarsOf(symbol, ask),
      at,
      dayOpen: dayOpen === null ? "unchanged" : dollarsOf(symbol, dayOpen),
      origin: origin ?? "unchanged",
    };
  }
  return { type: "prices", ...stamp, quotes: updates };
}

function errorOf(message: Partial<Extract<ServerMessage, { type: "error" }>> | null): ServerFrame | null {
  return message?.type === "error" && typeof message.code === "string" ? { type: "error", code: message.code } : null;
}
