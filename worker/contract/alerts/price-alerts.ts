import type { FillProofs } from "../demo/demo-messages.ts";
import type { MarketQuote } from "../demo/demo-types.ts";
import type { FeedSymbol } from "../symbols.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";

/** Price alerts, as the API and the pages exchange them. Prices are whole steps of the symbol, instants epoch ms. */

export const ALERTS = {
  perTraderMax: 500,
  noteMax: 140,
  listedDays: 30,
  basisPointsMax: 10_000,
  windowMinMs: MINUTE_MS,
  windowMaxMs: DAY_MS,
  expiresMaxMs: 365 * DAY_MS,
} as const;

export type AlertCondition =
  | { type: "level"; direction: "rises" | "falls"; price: number }
  | {
      type: "line";
      direction: "rises" | "falls";
      a: { atMs: number; price: number };
      b: { atMs: number; price: number };
    }
  | { type: "move"; direction: "up" | "down" | "either"; basisPoints: number; windowMs: number };

/** `retreat` in steps; 0 for a move. */
export type AlertRepeat = { type: "once" } | { type: "again"; retreat: number };

export type AlertTerms = {
  symbol: FeedSymbol;
  condition: AlertCondition;
  repeat: AlertRepeat;
  expiresAt: number | null;
  note: string;
  isAlsoInQuietHours: boolean;
  drawing: string | null;
};

export type AlertState = "arming" | "armed" | "waiting" | "paused" | "fired" | "expired";

export type PriceAlert = AlertTerms & {
  id: number;
  version: number;
  state: AlertState;
  createdAt: number;
  firings: number;
  lastFiring: AlertFiring | null;
};

export type AlertFiring = {
  id: number;
  alert: number;
  version: number;
  at: number;
  quote: MarketQuote;
  before: MarketQuote | null;
  value2: number;
  extreme: MarketQuote | null;
};

export type AlertReceipt = { firing: AlertFiring; terms: AlertTerms; proofs: FillProofs | null; isLost?: true };
