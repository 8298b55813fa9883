import type { DemoCommand, DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { sendCommand } from "../positions/send-command.ts";
import { Attempt } from "../state/attempt.ts";
import { orderText as text } from "./order-text.ts";

/** Kept by the module: a ticket that is closed and opened again must not send the order a second time. */
let last: Attempt<DemoCommand, readonly DemoEvent[]> | null = null;
/** After so long, the same input is another order. */
const SAME_ORDER_MS = 10 * MINUTE_MS;

/**
 * Sends an order once: while its answer is not known, the same input is the same request, with the prices of the first
 * time, wherever the market is by then.
 *
 * @param typed what was typed, as text
 * @param bodyOf the order, at the prices of now
 * @throws ApiError when the account refuses, NetworkError without an answer
 */
export function sendOrder(typed: string, bodyOf: () => DemoCommand): Promise<readonly DemoEvent[]> {
  last = Attempt.of(last, typed, bodyOf, SAME_ORDER_MS);
  return last.send(sendCommand);
}

/** The outcome of an order: what was filled at which price, with the fill's number, or where it waits. */
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
