/**
 * The messages of the market socket, in both directions.
 * Source: specification section 7 (events), design section 7 (frames).
 */

import type { FeedSymbol } from "./symbols.ts";

/** Whether prices are real or come from a simulated source; the screen labels the latter SIMULATED. */
export type PriceSource = "live" | "simulated";

/**
 * One price. `at` is the source's time, epoch ms; `dayOpen` is the first price of the UTC day, the base of the day's
 * change.
 */
export type Quote = { price: number; at: number; dayOpen: number };
/** The quotes of the known symbols. */
export type Quotes = Partial<Record<FeedSymbol, Quote | undefined>>;

/** The maximum size of a client's frame. */
export const CLIENT_FRAME_BYTES_MAX = 1024;

/**
 * The minimum intervals between two frames that a client can choose, in ms: only a few, so that clients share their
 * frames. With 480 they come twice a second, as timers are late.
 */
export const PACES_MS = [0, 50, 100, 150, 250, 400, 480, 650, 1_000, 1_500] as const;
/** One of {@link PACES_MS}. */
export type PaceMs = (typeof PACES_MS)[number];

/**
 * A client's message; the hub validates it. `pace` requests at most one frame per `everyMs`, with the newest price of
 * each symbol that changed meanwhile; without it, prices are sent as fast as the hub sends them. Each message is
 * answered with a snapshot of the resulting subscription.
 */
export type ClientMessage =
  | { type: "subscribe" | "unsubscribe"; symbols: string[] }
  | { type: "pace"; everyMs: PaceMs };

/** The smallest pace with at least this interval between two frames, or the slowest one. */
export function paceFor(pauseMs: number): PaceMs {
  return PACES_MS.find((everyMs) => everyMs >= pauseMs) ?? 1_500;
}

/** The client sends exactly this text, and the runtime answers it without waking the hub. */
export const PING = "ping";
/** The answer to a {@link PING}. */
export const PONG = "pong";

/** Why the hub refused a frame. */
export type SocketErrorCode = "bad_json" | "bad_message" | "unknown_symbol" | "frame_too_large" | "too_many_messages";

/**
 * Every server frame has `seq`, which increases with each change that the hub distributes, and the server's time `now`,
 * epoch ms. A poll returns the same `seq`, to continue from. A frame of changes names in `after` the `seq` that it
 * follows: a client that has not received that one has missed something, and subscribes again for a snapshot.
 */
export type ServerMessage =
  | { type: "market-data"; prices: Quotes; source: PriceSource; seq: number; after?: number; now: number }
  | { type: "price_update"; symbol: FeedSymbol; price: number; at: number; seq: number; after: number; now: number }
  | { type: "error"; code: SocketErrorCode; message: string; seq: number; now: number };

// The response to a poll is in `poll-answer.ts`, with both sides and the source of each quote. The JSON frames have one price, as
// the specification's events do; clients that need the sides request compact frames.
