/**
 * The input and output of the demo engine. All numbers are whole: prices in steps of the feed's symbol, units of
 * 0.00000001 of the traded symbol, cents, epoch ms.
 * Source: docs/demo-engine.md
 */

import type { TwoSidedQuote } from "../quotes.ts";
import type { FeedSymbol, TradedSymbol } from "../symbols.ts";

/** The side of an order, a position or a deal. */
export type DemoSide = "buy" | "sell";
/** The costs of a run: none, or the quote's spread, commissions and overnight costs. */
export type DemoCosts = "none" | "typical";
export type DemoOrderType = "market" | "limit" | "stop" | "stop_limit";
/** Why a fill happened. */
export type DemoRule = DemoOrderType | "stop_loss" | "take_profit" | "trailing_stop" | "close" | "stop_out" | "reset";

/** A quote record of the tape. `isHeld`: at that record the quote's source and another one were stated to disagree. */
export type MarketQuote = TwoSidedQuote & { seq: number; heardAt: number; isHeld: boolean };

/** The exits of a position: prices, and the distance of a trailing stop. */
export type DemoExits = { stop: number | null; target: number | null; trail: number | null };

/**
 * Why a trader wants a trade: one of their own setups, with its name of that time, and a reason in one line. Either may be missing;
 * without both there is no plan.
 */
export type DemoPlan = { setupId: string | null; setupName: string | null; reason: string };

/**
 * A plan as the fill has locked it, with the stop, the target and the amount of the order. `riskCents`: the loss at the stop with both
 * commissions; `targetMilliR`: the distance of the target in thousandths of that of the stop. Null where they are not known.
 */
export type LockedPlan = DemoPlan &
  Pick<DemoExits, "stop" | "target"> & { units: number; riskCents: number | null; targetMilliR: number | null };

/** The terms of an order. `price` is null for a market order, `limitPrice` for all but a stop-limit. */
export type DemoOrderTerms = DemoExits & {
  symbol: TradedSymbol;
  side: DemoSide;
  type: DemoOrderType;
  units: number;
  price: number | null;
  limitPrice: number | null;
  /** When it expires; null for never. */
  expiresAt: number | null;
  /** An order that the engine keeps has the field only with a plan. */
  plan?: DemoPlan | null | undefined;
};

/** An order. Its position gets the same `id`. `armedSeq`: only later records of the tape can fill it. */
export type DemoOrder = DemoOrderTerms & {
  id: number;
  /** Whether a stop-limit has become a limit. */
  isTriggered: boolean;
  placedAt: number;
  armedSeq: number;
  version: number;
};

/** The settings of a run. `leverage` is null for none. */
export type DemoRunSettings = { startCents: number; costs: DemoCosts; leverage: number | null };

/** A command of a trader. `run` and `version` are those that the trader saw. */
export type DemoCommand =
  | ({ type: "reset"; run: number } & DemoRunSettings)
  | { type: "place"; run: number; order: DemoOrderTerms }
  | ({ type: "amend_order"; orderId: number; version: number } & DemoExits &
      // Without `plan` the order keeps the one that it has; null takes it away.
      Pick<DemoOrderTerms, "units" | "price" | "limitPrice" | "expiresAt" | "plan">)
  | { type: "cancel_order"; orderId: number; version: number }
  | { type: "cancel_all"; run: number }
  | ({ type: "amend_position"; positionId: number; version: number } & DemoExits)
  | { type: "close"; positionId: number; version: number; units: number | null }
  | { type: "close_all"; run: number };

/** An input of the engine. */
export type DemoInput =
  | { type: "command"; at: number; seq: number; quotes: readonly MarketQuote[]; command: DemoCommand }
  | { type: "quote"; quote: MarketQuote; context: readonly MarketQuote[] }
  | { type: "timer"; at: number };

/** Why a command was refused. */
export type DemoRefusalCode =
  | "no_run"
  | "run_changed"
  | "out_of_range"
  | "expired"
  | "too_many_orders"
  | "too_many_positions"
  | "market_closed"
  | "no_price"
  | "sources_disagree"
  | "already_reached"
  | "wrong_side"
  | "not_enough"
  | "not_found"
  | "version_changed"
  | "nothing_to_do";

/** A refusal; `field` names the field of the command that it is about, null when it is about none. */
export type DemoRefusal = { code: DemoRefusalCode; field: string | null };

/** An execution. For a fill that opens, `profitCents` and `attributedCostCents` are null. */
export type DemoFill = {
  id: number;
  kind: "open" | "close";
  run: number;
  positionId: number;
  symbol: TradedSymbol;
  side: DemoSide;
  units: number;
  price: number;
  rule: DemoRule;
  at: number;
  /** The number of the tape's newest record at that moment. Fills from before it was recorded have none. */
  tapeSeq?: number | undefined;
  quote: MarketQuote;
  ageMs: number;
  asked: number | null;
  slippageSteps: number | null;
  commissionCents: number;
  profitCents: number | null;
  attributedCostCents: number | null;
  balanceCents: number;
  marginBeforeCents: number;
  marginAfterCents: number;
  /** The extreme of the trailing stop that acted. */
  extreme: { price: number; seq: number } | null;
  costsVersion: number | null;
  spreadsVersion: number | null;
  /** Of a fill that opens, where its order had one. Nothing changes it. */
  plan?: LockedPlan | undefined;
};

/** The final figures of a run. `balanceCents` is the sum: start + profit - commission - overnight + protection. */
export type DemoRunFigures = {
  startCents: number;
  balanceCents: number;
  profitCents: number;
  commissionCents: number;
  overnightCents: number;
  protectionCents: number;
  /** Positions that were opened, parts of positions that were closed, and positions that ended without a result. */
  opened: number;
  closed: number;
  voided: number;
};

/** An event of the engine. */
export type DemoEvent =
  | ({ type: "run_started"; at: number; run: number; costsVersion: number | null } & DemoRunSettings)
  | ({ type: "run_archived"; at: number; run: number } & DemoRunFigures)
  | { type: "order_placed"; at: number; order: DemoOrder }
  | { type: "order_amended"; at: number; order: DemoOrder }
  | { type: "order_triggered"; at: number; orderId: number; quoteSeq: number }
  | {
      type: "order_ended";
      at: number;
      orderId: number;
      reason: "cancelled" | "expired" | "not_enough" | "too_many_positions" | "reset";
    }
  | { type: "filled"; at: number; fill: DemoFill }
  | ({ type: "position_amended"; at: number; positionId: number; version: number } & DemoExits)
  | { type: "position_voided"; at: number; positionId: number }
  | { type: "overnight_charged"; at: number; positionId: number; cents: number }
  | { type: "margin_called"; at: number; quoteSeq: number; equityCents: number; marginCents: number }
  | { type: "balance_protected"; at: number; cents: number };

/**
 * A price at which the engine must be given the quote. It fires at the first fillable quote of the symbol after `armedSeq` whose
 * reference price is at or below it (`down`), or at or above it (`up`). `mid` is the middle, half a step up.
 */
export type DemoLevel = {
  /** Unique among the levels of one account: what it stands for, such as `order:12`. */
  id: string;
  symbol: FeedSymbol;
  reference: "bid" | "ask" | "mid";
  direction: "down" | "up";
  armedSeq: number;
} & (
  | { type: "price"; price: number }
  /**
   * The price follows the extreme (the highest reference price since `armedSeq` for `down`, the lowest for `up`) at a
   * distance: `extreme - distance` for `down`, `extreme + distance` for `up`. `extreme` is the one known when it was armed.
   */
  | { type: "trail"; distance: number; extreme: number }
);
