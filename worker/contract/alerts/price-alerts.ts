/**
 * Price alerts, on the wire and in the trigger book. Prices are whole steps of the symbol, times epoch ms.
 * Source: docs/alerts.md
 */

import type { FillProofs } from "../demo/demo-messages.ts";
import type { MarketQuote } from "../demo/demo-types.ts";
import type { FeedSymbol } from "../symbols.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";

export const ALERTS = {
  perTraderMax: 500,
  noteMax: 140,
  /** How long fired and expired alerts are listed. */
  listedDays: 30,
  basisPointsMax: 10_000,
  /** Windows are whole minutes. */
  windowMinMs: MINUTE_MS,
  windowMaxMs: DAY_MS,
  expiresMaxMs: 365 * DAY_MS,
} as const;

/** A point of a drawn line. */
export type AlertPoint = { atMs: number; price: number };

/** What an alert waits for. Of a line, `a` is before `b`, and it goes straight on before and after them. */
export type AlertCondition =
  | { type: "level"; direction: "rises" | "falls"; price: number }
  | { type: "line"; direction: "rises" | "falls"; a: AlertPoint; b: AlertPoint }
  | { type: "move"; direction: "up" | "down" | "either"; basisPoints: number; windowMs: number };

/** `again`: once more after the price has gone back by `retreat` steps; 0 for a move, which waits for its window to pass. */
export type AlertRepeat = { type: "once" } | { type: "again"; retreat: number };

/** What a trader chooses. `drawing` is the id of the drawing that the alert belongs to. */
export type AlertTerms = {
  symbol: FeedSymbol;
  condition: AlertCondition;
  repeat: AlertRepeat;
  expiresAt: number | null;
  note: string;
  isAlsoInQuietHours: boolean;
  drawing: string | null;
};

/** `arming`: the trigger book does not have it yet. `waiting`: it has fired, and the price has not gone back yet. */
export type AlertState = "arming" | "armed" | "waiting" | "paused" | "fired" | "expired";

/** An alert as its trader sees it. Each change of its terms or of what the trader wants of it makes a new `version`. */
export type PriceAlert = AlertTerms & {
  id: number;
  version: number;
  state: AlertState;
  createdAt: number;
  /** How often it has fired. */
  firings: number;
  lastFiring: AlertFiring | null;
};

/** That an alert has fired, and at which quote. */
export type AlertFiring = {
  id: number;
  alert: number;
  version: number;
  /** When the quote was heard. */
  at: number;
  quote: MarketQuote;
  /** The quote of the symbol that counted before; null for the first. */
  before: MarketQuote | null;
  /** Twice the price that was to be reached, of lines and moves rounded to a whole number, a half up. */
  value2: number;
  /** Of a move: the quote where it began. */
  extreme: MarketQuote | null;
};

/** A firing with what it follows from. `proofs` are as those of fills. */
export type AlertReceipt = { firing: AlertFiring; terms: AlertTerms; proofs: FillProofs | null; isLost?: true };
