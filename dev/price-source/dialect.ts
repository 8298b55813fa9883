import type { Instrument } from "./instruments.ts";

/** One trade, under the instrument's name in the listener's protocol; `atMs` epoch ms. */
export type NamedTrade = { name: string; price: number; atMs: number; volume: number };

/** The differences between the protocols that serve the same market. */
export type Dialect = {
  /** The subscription change in a client's frame, or null when the frame has none. @param frame parsed JSON */
  readFrame(frame: unknown): { type: "subscribe" | "unsubscribe"; names: string[] } | null;
  /** What the protocol calls an instrument; null when it does not have it. */
  nameOf(instrument: Instrument): string | null;
  /** The frame that confirms a subscription, where the protocol has one. */
  answerSubscription(names: readonly string[]): string | null;
  /** The frames that report trades. */
  writeTrades(trades: readonly NamedTrade[]): string[];
  /** The keep-alive frame. */
  writePing(nowMs: number): string;
  /** The frame that reports an error. */
  writeError(message: string): string;
};
