import type { DemoEvent, DemoExits, DemoOrderTerms } from "../../worker/contract/demo/demo-types.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import type { DemoCommandBody } from "../demo/demo-commands.ts";
import { amountOfUnits, dollarsOfSteps, stepsText, unitsText } from "../demo/demo-format.ts";
import { sendCommand } from "../positions/send-command.ts";
import { Attempt } from "../state/attempt.ts";
import { orderText as text } from "./order-text.ts";

/** Kept by the module: a ticket that is closed and opened again must not send the order a second time. */
let last: Attempt<DemoCommandBody, readonly DemoEvent[]> | null = null;
/** After so long, the same input is another order. */
const SAME_ORDER_MS = 10 * MINUTE_MS;

/**
 * Sends an order once: while its answer is not known, the same input is the same request, with the prices of the first
 * time, wherever the market is by then.
 *
 * @param typed what was typed, as text
 * @param bodyOf the order as the API takes it, at the prices of now
 * @throws ApiError when the account refuses, NetworkError without an answer
 */
export function sendOrder(typed: string, bodyOf: () => DemoCommandBody): Promise<readonly DemoEvent[]> {
  last = Attempt.of(last, typed, bodyOf, SAME_ORDER_MS);
  return last.send(sendCommand);
}

/** An order as the API takes it. */
export function placeBody(run: number, terms: DemoOrderTerms): DemoCommandBody {
  const { symbol, side, type } = terms;
  return { type: "place", run, symbol, side, orderType: type, ...termsBody(symbol, terms) };
}

type Terms = Pick<DemoOrderTerms, "units" | "price" | "limitPrice" | "expiresAt" | keyof DemoExits>;

/** The terms of an order as the API takes them. */
export function termsBody(symbol: TradedSymbol, terms: Terms) {
  const { units, price, limitPrice, expiresAt } = terms;
  return {
    amount: amountOfUnits(units),
    price: dollars(symbol, price),
    limitPrice: dollars(symbol, limitPrice),
    ...exitsBody(symbol, terms),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

/** Exits as the API takes them. */
export function exitsBody(symbol: TradedSymbol, { stop, target, trail }: DemoExits) {
  return { stop: dollars(symbol, stop), target: dollars(symbol, target), trail: dollars(symbol, trail) };
}

function dollars(symbol: TradedSymbol, steps: number | null): number | null {
  return steps === null ? null : dollarsOfSteps(symbol, steps);
}

/** What became of an order: what was filled at which price, with the fill's number, or where it waits. */
export function placedWords(events: readonly DemoEvent[]): { words: string; fillId: number | null } {
  const placed = events.find((event) => event.type === "order_placed")?.order;
  if (!placed) return { words: "", fillId: null };
  const { symbol, side, type, units } = placed;
  const what = `${unitsText(units)} ${symbol}`;
  const fill = events.find((event) => event.type === "filled" && event.fill.positionId === placed.id);
  if (fill?.type === "filled") {
    return { words: text.filled(side, what, stepsText(symbol, fill.fill.price)), fillId: fill.fill.id };
  }
  const price = placed.price ?? placed.limitPrice;
  return { words: price === null ? "" : text.rests(type, side, what, stepsText(symbol, price)), fillId: null };
}
