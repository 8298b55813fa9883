/**
 * Reads the ticket's texts: the terms of an order in the engine's whole numbers, or what is wrong with them.
 */

import { sidePrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoCosts, DemoOrderTerms, DemoSide, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import type { PlannedPosition } from "../../worker/contract/demo/result-at.ts";
import { nextTradingDayEnd } from "../../worker/contract/market-sessions.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { centsOfText, stepsOfText, type TypedFigure, unitsOfText } from "../demo/demo-format.ts";
import type { ExitDraft, OrderDraft } from "./draft.ts";
import { distanceOf, priceAway, priceForGain, priceForLoss, unitsForRisk } from "./sizes.ts";

/** The fields of the ticket, by their names in the API; `amount` is also that of the risk. */
export const ORDER_FIELDS = ["amount", "price", "limitPrice", "stop", "target", "trail", "expiresAt"] as const;
/** One of {@link ORDER_FIELDS}. */
export type OrderField = (typeof ORDER_FIELDS)[number];

/**
 * The fault of a typed figure. `not_understood`: it is no number, which its field says. `needs_stop`: a risk without a
 * stop. `needs_price`, `needs_amount`: what it is computed from is missing. `unreachable`: no price or amount gives the sum.
 */
export type OrderFault =
  | "invalid"
  | "not_understood"
  | "out_of_range"
  | "needs_stop"
  | "needs_price"
  | "needs_amount"
  | "unreachable";

/** The account and its market, as far as they are known. `now` is epoch ms. */
export type OrderFacts = {
  symbol: TradedSymbol;
  quote: MarketQuote | null;
  costs: DemoCosts;
  costsVersion: number | null;
  now: number;
};

/** The reading of a ticket. Steps and units; null for what is absent, or not known because of a fault. */
export type OrderReading = {
  /** Where the position would open: the order's price, or the market's. */
  entryPrice: number | null;
  units: number | null;
  stop: number | null;
  target: number | null;
  /** The possible loss, where the amount follows from it. */
  riskCents: number | null;
  faults: Partial<Record<OrderField, OrderFault>>;
  /** The whole order; null with a fault. */
  terms: DemoOrderTerms | null;
};

/** Reads the ticket. */
export function readOrder(draft: OrderDraft, facts: OrderFacts): OrderReading {
  const { symbol } = facts;
  const { side, type, sizing } = draft;
  const faults: OrderReading["faults"] = {};
  /** The figure of a field; notes what is wrong with it. */
  function take(field: OrderField, figure: TypedFigure | OrderFault): number | null {
    if (typeof figure === "number") return figure;
    faults[field] = figure ?? "invalid";
    return null;
  }

  const price = type === "market" ? null : take("price", stepsOfText(symbol, draft.price));
  const limitPrice = type === "stop_limit" ? take("limitPrice", stepsOfText(symbol, draft.limitPrice)) : null;
  const trail = draft.trail.isOn ? take("trail", stepsOfText(symbol, draft.trail.text)) : null;
  const entryPrice = entryPriceOf({ side, type, price, limitPrice }, facts);
  const position = entryPrice === null ? null : { symbol, side, entryPrice, costsVersion: facts.costsVersion };

  const riskCents = sizing === "risk" ? take("amount", centsOfText(draft.risk)) : null;
  const units = sizing === "amount" ? take("amount", unitsOfText(draft.amount)) : unitsFor(riskCents);
  const exits = {
    stop: draft.stop.isOn ? take("stop", exit("stop", units)) : null,
    target: draft.target.isOn ? take("target", exit("target", units)) : null,
  };
  const expiresAt = type !== "market" && draft.goodTill === "day" ? nextTradingDayEnd(facts.now) : null;
  const isWhole = Object.keys(faults).length === 0 && units !== null;
  const terms = { symbol, side, type, price, limitPrice, ...exits, trail, expiresAt };
  return { entryPrice, units, ...exits, riskCents, faults, terms: isWhole ? { ...terms, units } : null };

  function exit(kind: "stop" | "target", amount: number | null): TypedFigure | OrderFault {
    return exitPrice(kind, draft[kind], { symbol, position, units: amount });
  }

  /** The amount for what may be lost: at the stop, or at the trailing stop if that is nearer. */
  function unitsFor(cents: number | null): number | null {
    if (cents === null) return null;
    if (position === null) return take("amount", "needs_price");
    const fixed = draft.stop.isOn ? exit("stop", null) : null;
    const trailing = trail === null ? null : priceAway(side, position.entryPrice, -trail);
    const levels = [fixed, trailing].filter((level) => typeof level === "number");
    const [nearest] = levels.toSorted((one, other) => distanceOf(side, one, other));
    if (nearest === undefined) return take("amount", "needs_stop");
    return take("amount", unitsForRisk(position, nearest, cents) ?? "unreachable");
  }
}

/** The side's price at a quote for orders that fill at it, else the price that the order waits for. */
function entryPriceOf(
  terms: Pick<DemoOrderTerms, "side" | "type" | "price" | "limitPrice">,
  { quote, costs }: Pick<OrderFacts, "quote" | "costs">,
): number | null {
  const { side, type, price, limitPrice } = terms;
  const market = quote && sidePrice(quote, side, costs);
  if (type === "market") return market;
  if (type === "stop_limit") return limitPrice;
  const fillsAtOnce = type === "limit" && price !== null && market !== null && isBetter(side, market, price);
  return fillsAtOnce ? market : price;
}

function isBetter(side: DemoSide, market: number, price: number): boolean {
  return distanceOf(side, market, price) >= 0;
}

/** A typed stop or target as a price. */
function exitPrice(
  kind: "stop" | "target",
  { form, text }: ExitDraft,
  order: { symbol: TradedSymbol; position: Omit<PlannedPosition, "units"> | null; units: number | null },
): number | OrderFault {
  const { symbol, position, units } = order;
  const figure = form === "money" ? centsOfText(text) : stepsOfText(symbol, text);
  if (figure === null) return "invalid";
  if (typeof figure !== "number" || form === "price") return figure;
  if (position === null) return "needs_price";
  if (form === "distance") {
    const price = priceAway(position.side, position.entryPrice, kind === "stop" ? -figure : figure);
    return price > 0 ? price : "unreachable";
  }
  if (units === null) return "needs_amount";
  const planned = { ...position, units };
  return (kind === "stop" ? priceForLoss(planned, figure) : priceForGain(planned, figure)) ?? "unreachable";
}
