/** The lines of a run's positions and orders over a chart, what they mean in money, and what moving one commands. */

import { SIGN } from "../../worker/contract/demo/demo-quotes.ts";
import { demoRefusalText } from "../../worker/contract/demo/demo-refusal-text.ts";
import type { DemoPosition, DemoRun, DemoState } from "../../worker/contract/demo/demo-state.ts";
import { DEMO_TEXT } from "../../worker/contract/demo/demo-text.ts";
import type { DemoCommand, DemoExits, DemoOrder } from "../../worker/contract/demo/demo-types.ts";
import { plannedResultCents, resultAtCents } from "../../worker/contract/demo/result-at.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { awaitedPrice } from "../positions/position-figures.ts";
import { lineText } from "./line-text.ts";

/** The position or order of a line. */
export type LineOwner = { of: "position"; trade: DemoPosition } | { of: "order"; trade: DemoOrder };

/** `limit` is the limit of a stop-limit that waits for its stop; `trail` is where a trailing stop is now. */
export type LineKind = "entry" | "order" | "limit" | "stop" | "target" | "trail";

/** A line over the chart. */
export type TradeLine = { key: string; kind: LineKind; owner: LineOwner; steps: number };

/** The lines of what is priced from a feed's symbol: positions before orders, each with its exits. */
export function linesOf(run: Pick<DemoRun, "positions" | "orders">, symbol: FeedSymbol): TradeLine[] {
  const isShown = (trade: { symbol: keyof typeof TRADED_SYMBOLS }) =>
    TRADED_SYMBOLS[trade.symbol].pricedFrom === symbol;
  const positions = run.positions.filter(isShown).flatMap((trade) => {
    const owner: LineOwner = { of: "position", trade };
    const { side, trail, extreme } = trade;
    const trailed = extreme && trail !== null ? extreme.price - SIGN[side] * trail : null;
    return present(owner, { entry: trade.entryPrice, stop: trade.stop, trail: trailed, target: trade.target });
  });
  const orders = run.orders.filter(isShown).flatMap((trade) => {
    const limit = trade.type === "stop_limit" && !trade.isTriggered ? trade.limitPrice : null;
    const owner: LineOwner = { of: "order", trade };
    return present(owner, { order: awaitedPrice(trade), limit, stop: trade.stop, target: trade.target });
  });
  return [...positions, ...orders];
}

function present(owner: LineOwner, prices: Partial<Record<LineKind, number | null>>): TradeLine[] {
  // Object.entries has string keys; they are those of `prices`.
  return (Object.entries(prices) as [LineKind, number | null][]).flatMap(([kind, steps]) =>
    steps === null || steps <= 0 ? [] : [{ key: `${ownerKey(owner)} ${kind}`, kind, owner, steps }],
  );
}

/** The position or order of a line, for comparisons. */
export function ownerKey({ of, trade }: LineOwner): string {
  return `${of} ${trade.id}`;
}

/** Whether a line can be moved: an entry has happened. */
export function isMovable({ kind }: TradeLine): boolean {
  return kind !== "entry";
}

/**
 * The command that moves a line: one amendment with the version that was seen, never a new order.
 *
 * @param steps the new price
 * @param closing what the line's position would be closed at now; a trailing stop's distance counts from it
 * @returns null where nothing would change, or where the price of a trailing stop is not known
 */
export function movedTo(
  { kind, owner, steps: before }: TradeLine,
  steps: number,
  closing: number | null,
): DemoCommand | null {
  if (steps === before) return null;
  if (owner.of === "order") return amendOrder(owner.trade, orderPart(kind, owner.trade, steps));
  if (kind !== "trail") return amendPosition(owner.trade, { [kind]: steps });
  if (closing === null) return null;
  return amendPosition(owner.trade, { trail: Math.max(0, SIGN[owner.trade.side] * (closing - steps)) });
}

/** The command of a line's ×: it cancels an order, and takes an exit away. */
export function removedLine({ kind, owner }: TradeLine): DemoCommand {
  if (owner.of === "position") return amendPosition(owner.trade, { [kind]: null });
  const { id: orderId, version } = owner.trade;
  const isExit = kind === "stop" || kind === "target";
  return isExit ? amendOrder(owner.trade, { [kind]: null }) : { type: "cancel_order", orderId, version };
}

function orderPart(kind: LineKind, order: DemoOrder, steps: number): Partial<DemoOrder> {
  if (kind === "stop" || kind === "target") return { [kind]: steps };
  const isLimit = kind === "limit" || (order.type === "stop_limit" && order.isTriggered);
  return isLimit ? { limitPrice: steps } : { price: steps };
}

function amendOrder(order: DemoOrder, part: Partial<DemoOrder>): DemoCommand {
  const { id: orderId, version, units, price, limitPrice, expiresAt, stop, target, trail } = { ...order, ...part };
  return { type: "amend_order", orderId, version, units, price, limitPrice, expiresAt, stop, target, trail };
}

/** Sets exits of a position; those that are not given stay. */
export function amendPosition(position: DemoPosition, part: Partial<DemoExits>): DemoCommand {
  const { id: positionId, version, stop, target, trail } = { ...position, ...part };
  return { type: "amend_position", positionId, version, stop, target, trail };
}

/** Tries a line's move with the engine at the prices of this page. */
export type MoveTrial = {
  /** Why it would be refused; null where it would not. */
  fault: string | null;
  fillsAtOnce: boolean;
};

/** Tries a move out. It changes nothing. */
export function tryMove(state: DemoState, line: TradeLine, command: DemoCommand): MoveTrial {
  const { refusal, events } = stepDemo(state, {
    type: "command",
    at: state.clock,
    seq: state.lastSeq,
    quotes: [],
    command,
  });
  const fillsAtOnce = events.some(({ type }) => type === "filled");
  if (!refusal) return { fault: null, fillsAtOnce };
  const { field } = refusal;
  if (refusal.code === "wrong_side" && (field === "stop" || field === "target")) {
    const isAbove = (field === "target") === (line.owner.trade.side === "buy");
    return { fault: lineText.wrongSide[field](isAbove), fillsAtOnce };
  }
  return { fault: demoRefusalText(DEMO_TEXT, refusal, command, state) ?? lineText.gone, fillsAtOnce };
}

/**
 * The result of closing at a line with its costs, in cents: for an exit of a position, or of an order's position to be.
 *
 * @param steps where the line is held
 * @returns null for an entry, and for the price of an order
 */
export function moneyAt(run: Pick<DemoRun, "costsVersion">, { kind, owner }: TradeLine, steps: number): number | null {
  if (kind !== "stop" && kind !== "target" && kind !== "trail") return null;
  if (owner.of === "position") return resultAtCents(run, owner.trade, steps);
  const { symbol, side, units, limitPrice, price } = owner.trade;
  const entryPrice = limitPrice ?? price;
  if (entryPrice === null) return null;
  return plannedResultCents({ symbol, side, units, entryPrice, costsVersion: run.costsVersion }, steps);
}

/**
 * The possible loss at the stop of a line's position or order, in cents: the unit of R.
 *
 * @param lines the lines of the same owner, where they are held
 * @returns null without a stop, or where it does not lose
 */
export function riskCents(run: Pick<DemoRun, "costsVersion">, lines: readonly TradeLine[]): number | null {
  const results = lines
    .filter(({ kind }) => kind === "stop" || kind === "trail")
    .map((line) => moneyAt(run, line, line.steps) ?? 0);
  // The nearer one of a stop and a trailing stop acts first.
  const result = results.length === 0 ? 0 : Math.max(...results);
  return result < 0 ? -result : null;
}
