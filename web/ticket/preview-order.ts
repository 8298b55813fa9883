/**
 * Tries an order: the answer of the engine to it at the prices of this page, and the run with its position.
 */

import { marginCentsOf, notionalCents } from "../../worker/contract/demo/demo-arithmetic.ts";
import { commissionCentsOf, overnightCentsOf } from "../../worker/contract/demo/demo-costs.ts";
import { equityCents, freeMarginCents, usedMarginCents } from "../../worker/contract/demo/demo-margin.ts";
import { closingPrice, newestQuote } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoRun, DemoState } from "../../worker/contract/demo/demo-state.ts";
import type { DemoCosts, DemoOrderTerms, DemoRefusal, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { openedPosition, withPosition } from "../../worker/contract/demo/open-demo-position.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";

/** The equity, the free margin and the margin level of a run. Cents; the level is null without leverage or without a position. */
export type RunRoom = { equityCents: number; freeCents: number; levelPercent: number | null };

/** The effect of an order, in cents. */
export type OrderPreview = {
  /** Why the engine would refuse it now; null where it would not. */
  refusal: DemoRefusal | null;
  /** Whether it would fill at once; else it waits. */
  fillsAtOnce: boolean;
  /** The value of its amount where its position opens. */
  notionalCents: number;
  spreadCents: number;
  /** Of opening it, and of closing it at once. */
  commissionCents: number;
  /** A day's; null where nothing is charged. */
  overnightCents: number | null;
  marginCents: number;
  /** How much more free margin it needs; 0 where it fits. */
  lacksCents: number;
  before: RunRoom;
  /** With its position, at the prices at which that opens. */
  after: RunRoom;
};

/**
 * Tries an order out. It changes nothing.
 * @param entryPrice where its position opens, in steps
 * @returns null before the first price, or without a run
 */
export function previewOrder(state: DemoState, terms: DemoOrderTerms, entryPrice: number): OrderPreview | null {
  const { run } = state;
  const newest = newestQuote(state, terms.symbol);
  if (!run || !newest) return null;
  const at = state.clock;
  const command = { type: "place", run: run.number, order: terms } as const;
  const { refusal, events } = stepDemo(state, { type: "command", at, seq: state.lastSeq, quotes: [], command });

  const { symbol, side, units } = terms;
  const valued = { symbol, units, price: entryPrice };
  const quote = quoteAtEntry(newest, terms, { entryPrice, costs: run.costs, at });
  const marginCents = marginCentsOf(valued, run.leverage);
  const openingCents = commissionCentsOf(valued, run.costsVersion);
  const closed = { ...valued, price: closingPrice(quote, side, run.costs) };
  const order = { ...terms, id: state.lastOrderId + 1, isTriggered: false, placedAt: at, armedSeq: 0, version: 1 };
  const opening = { at, quote, price: entryPrice, commissionCents: openingCents, marginCents };
  const after: DemoRun = {
    ...run,
    balanceCents: run.balanceCents - openingCents,
    positions: withPosition(run, openedPosition(run, order, opening)),
  };
  return {
    refusal,
    fillsAtOnce: events.some(({ type }) => type === "filled"),
    notionalCents: notionalCents(valued),
    spreadCents: Math.abs(notionalCents(valued) - notionalCents(closed)),
    commissionCents: openingCents + commissionCentsOf(closed, run.costsVersion),
    overnightCents: overnightCentsOf({ ...valued, side }, run.costsVersion),
    marginCents,
    lacksCents: Math.max(0, marginCents + openingCents - freeMarginCents(state, run)),
    before: roomOf(state, run),
    after: roomOf({ ...state, lastPrices: { ...state.lastPrices, [quote.symbol]: quote } }, after),
  };
}

/** The market when the order fills: its spread is that of now. */
function quoteAtEntry(
  newest: MarketQuote,
  { side }: Pick<DemoOrderTerms, "side">,
  { entryPrice, costs, at }: { entryPrice: number; costs: DemoCosts; at: number },
): MarketQuote {
  const spread = costs === "none" ? 0 : newest.ask - newest.bid;
  const bid = side === "buy" ? Math.max(1, entryPrice - spread) : entryPrice;
  const ask = side === "buy" ? entryPrice : entryPrice + spread;
  return { ...newest, bid, ask, at, heardAt: at };
}

function roomOf(state: DemoState, run: DemoRun): RunRoom {
  const equity = equityCents(state, run);
  const used = usedMarginCents(run);
  return {
    equityCents: equity,
    freeCents: freeMarginCents(state, run),
    levelPercent: run.leverage === null || used === 0 ? null : (equity * 100) / used,
  };
}
