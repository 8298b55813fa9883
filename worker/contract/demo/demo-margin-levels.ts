/**
 * Prices that guard the margin: while none of them was reached, there was no reason for a margin call or a stop-out.
 *
 * The loss that the equity can still take is shared among all prices that it depends on, so that each may move by the same part of
 * itself. A level that is reached may change nothing; the next state then has others around the new price.
 */

import { midSteps } from "../quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol, TRADED_SYMBOLS } from "../symbols.ts";
import { TAPE_NUMBER_MAX } from "../tape/tape-record.ts";
import { partsPerCent } from "./demo-arithmetic.ts";
import { equityCents, usedMarginCents } from "./demo-margin.ts";
import type { DemoPosition, DemoRun, DemoState } from "./demo-state.ts";
import { stopOutCents } from "./demo-stop-out.ts";
import { nextOvernightCents } from "./demo-timers.ts";
import type { DemoLevel, DemoSide, MarketQuote } from "./demo-types.ts";

/** Losses are counted in these parts of a cent, each rounded so that it is never too small. */
const PARTS = 10n ** 8n;

/** A price whose move costs money: the parts of a cent that each step costs, and where the price is now. */
type Exposure = Pick<DemoLevel, "symbol" | "reference" | "direction"> & { perStep: bigint; price: number };

/** The levels that guard the margin of a run's open positions. */
export function marginLevels(state: DemoState, run: DemoRun): DemoLevel[] {
  if (run.positions.length === 0) return [];
  const exposures = FEED_SYMBOL_LIST.flatMap((symbol) => exposuresOf(state, run, symbol));
  const slack = slackCents(state, run);
  const hasPrices = run.positions.every(({ symbol }) => state.lastPrices[TRADED_SYMBOLS[symbol].pricedFrom]);
  if (slack < 0 || !hasPrices) return FEED_SYMBOL_LIST.map((symbol) => everyQuote(state, symbol));

  const total = exposures.reduce((sum, { perStep, price }) => sum + perStep * BigInt(price), 0n);
  return exposures.flatMap((exposure) => {
    const steps = Number((BigInt(slack) * PARTS * BigInt(exposure.price)) / total) + 1;
    return levelAfter(state, exposure, steps);
  });
}

/**
 * The loss that the equity can take before anything happens, in cents; below zero when something may happen at the next quote.
 * The next overnight charge is taken off, since it comes between two quotes, and a cent for the rounding of each
 * position's result.
 */
function slackCents(state: DemoState, run: DemoRun): number {
  const charges = run.positions.reduce((sum, position) => sum + (nextOvernightCents(run, position) ?? 0), 0);
  return equityCents(state, run) - charges - run.positions.length - actionCents(run) - 1;
}

/** The equity at or below which the engine acts: the margin call, or after it the stop-out. */
function actionCents(run: DemoRun): number {
  const willCall = run.leverage !== null && !run.isInMarginCall;
  return willCall ? usedMarginCents(run) : stopOutCents(run);
}

/** A level that each quote of a symbol reaches. */
function everyQuote(state: DemoState, symbol: FeedSymbol): DemoLevel {
  const base = { symbol, reference: "mid", direction: "up", armedSeq: state.lastSeq } as const;
  return { id: `margin:${symbol}:any`, ...base, type: "price", price: 1 };
}

/** The first price that is more than the exposure's share of the slack away; none where the tape has no such price. */
function levelAfter(state: DemoState, { symbol, reference, direction, price }: Exposure, steps: number): DemoLevel[] {
  const level = direction === "down" ? price - steps : price + steps;
  if (level < 1 || level > TAPE_NUMBER_MAX) return [];
  const id = `margin:${symbol}:${reference}:${direction}`;
  return [{ id, symbol, reference, direction, armedSeq: state.lastSeq, type: "price", price: level }];
}

/** The moves of a symbol's prices that cost money. */
function exposuresOf(state: DemoState, { positions, costs }: DemoRun, symbol: FeedSymbol): Exposure[] {
  const quote = state.lastPrices[symbol];
  if (!quote) return [];
  const ofSymbol = positions.filter((position) => TRADED_SYMBOLS[position.symbol].pricedFrom === symbol);
  const buys = perStepOf(ofSymbol, "buy");
  const sells = perStepOf(ofSymbol, "sell");
  const moves = costs === "none" ? movesOfMiddle(quote, buys, sells) : movesOfSides(quote, buys, sells);
  return moves.filter(({ perStep }) => perStep > 0n).map((move) => ({ symbol, ...move }));
}

type PerStep = { least: bigint; most: bigint };
type Move = Omit<Exposure, "symbol">;

/** The gain or loss of a side's positions with a step, in parts of a cent, rounded down and up. */
function perStepOf(positions: readonly DemoPosition[], side: DemoSide): PerStep {
  const ofSide = positions.filter((position) => position.side === side);
  return ofSide.reduce<PerStep>(
    (sum, { symbol, units }) => {
      const parts = BigInt(units) * PARTS;
      const perCent = partsPerCent(symbol);
      return { least: sum.least + parts / perCent, most: sum.most + (parts + perCent - 1n) / perCent };
    },
    { least: 0n, most: 0n },
  );
}

/** Without costs both sides have one price, so that what one loses the other gains. */
function movesOfMiddle(quote: MarketQuote, buys: PerStep, sells: PerStep): Move[] {
  const middle = { reference: "mid", price: midSteps(quote) } as const;
  return [
    { ...middle, direction: "down", perStep: buys.most - sells.least },
    { ...middle, direction: "up", perStep: sells.most - buys.least },
  ];
}

/** With costs a buy is worth the bid and a sell the ask, and the spread between them may change. */
function movesOfSides(quote: MarketQuote, buys: PerStep, sells: PerStep): Move[] {
  return [
    { reference: "bid", direction: "down", price: quote.bid, perStep: buys.most },
    { reference: "ask", direction: "up", price: quote.ask, perStep: sells.most },
  ];
}
