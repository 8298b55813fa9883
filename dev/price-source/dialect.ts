import type { SourceId } from "../../worker/contract/quotes.ts";
import type { Instrument } from "./instruments.ts";

/** A trade and the sides of the market just after it, under the instrument's name in the listener's protocol. */
export type NamedQuote = {
  name: string;
  /** Dollars. */
  price: number;
  bid: number;
  ask: number;
  /** Epoch ms. */
  atMs: number;
  volume: number;
};

/** A change of subscriptions that a client asks for. */
export type SubscriptionChange = {
  type: "subscribe" | "unsubscribe";
  names: string[];
  /** Whether the newest quote of each name is sent at once. */
  wantsSnapshot: boolean;
};

/** The differences between the protocols that serve the same market. */
export type Dialect = {
  source: SourceId;
  /** The spread that its market has, as a share of the price. */
  spreadShare: number;
  /** How often its keep-alive frame is sent: always, or only while nothing else is. */
  heartbeat: { everyMs: number; isOnlyWhenQuiet: boolean };
  /** The frame that a new connection gets, where the protocol has one. @param nowMs epoch ms */
  writeGreeting(nowMs: number): string | null;
  /** The subscription change in a client's frame, or null when the frame has none. @param frame parsed JSON */
  readFrame(frame: unknown): SubscriptionChange | null;
  /** The protocol's name of an instrument; null when it does not have it. */
  nameOf(instrument: Instrument): string | null;
  /** The frames that confirm a subscription change, where the protocol has them. */
  answerSubscription(change: SubscriptionChange, nowMs: number): string[];
  /** The frames that report trades and quotes. */
  writeQuotes(quotes: readonly NamedQuote[], type: "snapshot" | "update"): string[];
  /** The keep-alive frames. @param names the subscribed instruments */
  writeHeartbeat(nowMs: number, names: readonly string[]): string[];
  /** The frame that refuses a subscription to an unknown name. */
  writeUnknownName(name: string): string;
  /** The frame that answers what is not a request. */
  writeInvalid(): string;
};
