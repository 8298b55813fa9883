/**
 * What crosses the market socket, in both directions.
 * Source: specification section 7 (events), design section 7 (frames).
 */

import type { FeedSymbol } from "./symbols.ts";

/** Whether prices are real or come from a simulated source; the screen says SIMULATED for the latter. */
export type PriceSource = "live" | "simulated";

/** One price. `at` is when the source made it, epoch ms; `dayOpen` is the first price of the UTC day, for the day's change. */
export type Quote = { price: number; at: number; dayOpen: number };
export type Quotes = Partial<Record<FeedSymbol, Quote | undefined>>;

/** A frame from the client is at most this many bytes. */
export const CLIENT_FRAME_BYTES_MAX = 1024;

/** The paces that a client may ask for, ms between two frames: few, so that clients share their frames. */
export const PACES_MS = [0, 50, 100, 150, 250, 400, 650, 1_000] as const;
export type PaceMs = (typeof PACES_MS)[number];

/**
 * What a client may send; the hub checks it. `pace` asks for no more than a frame in `everyMs`, with the newest price of
 * each symbol that changed meanwhile; without it, prices come as fast as the hub sends them. Each is answered with a snapshot
 * of all that is wanted then.
 */
export type ClientMessage =
  | { type: "subscribe" | "unsubscribe"; symbols: string[] }
  | { type: "pace"; everyMs: PaceMs };

/** The pace that leaves this long between two frames at least; the slowest there is when none does. */
export function paceFor(pauseMs: number): PaceMs {
  return PACES_MS.find((everyMs) => everyMs >= pauseMs) ?? 1_000;
}

/** Sent as this exact text by the client and answered by the runtime without waking the hub. */
export const PING = "ping";
export const PONG = "pong";

/** Why the hub did not do what a frame asked for. */
export type SocketErrorCode = "bad_json" | "bad_message" | "unknown_symbol" | "frame_too_large" | "too_many_messages";

/**
 * Every server frame carries `seq`, which rises with each change that the hub passes on, and the server's time `now`,
 * epoch ms. A poll answers the same `seq`, to be asked from next. A frame of changes says in `after` which `seq` it follows:
 * a client that has not come so far has missed something, and subscribes again for a snapshot.
 */
export type ServerMessage =
  | { type: "market-data"; prices: Quotes; source: PriceSource; seq: number; after?: number; now: number }
  | { type: "price_update"; symbol: FeedSymbol; price: number; at: number; seq: number; after: number; now: number }
  | { type: "error"; code: SocketErrorCode; message: string; seq: number; now: number };

/** What a poll answers besides `success`: every quote asked for, and the `seq` to ask from next. */
export type PollAnswer = { prices: Quotes; source: PriceSource; seq: number; now: number };
