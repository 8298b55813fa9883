import type { Instrument } from "./instruments.ts";

/** One trade of an instrument, under the name that the listener knows it by; `atMs` epoch ms. */
export type NamedTrade = { name: string; price: number; atMs: number; volume: number };

/** What differs between the protocols in which the same market is told. */
export type Dialect = {
  /** What a client's frame asks for; null when it asks for nothing we know. @param frame parsed JSON */
  readFrame(frame: unknown): { type: "subscribe" | "unsubscribe"; names: string[] } | null;
  /** What the protocol calls an instrument; null when it does not have it. */
  nameOf(instrument: Instrument): string | null;
  /** The frame that confirms a subscription, where the protocol has one. */
  answerSubscription(names: readonly string[]): string | null;
  writeTrades(trades: readonly NamedTrade[]): string[];
  writePing(nowMs: number): string;
  writeError(message: string): string;
};
