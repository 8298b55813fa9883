import type { DemoEvent, DemoOrderTerms } from "../../worker/contract/demo/demo-types.ts";
import type { DemoCommandBody } from "../demo/demo-commands.ts";
import { amountOfUnits, dollarsOfSteps, stepsText, unitsText } from "../demo/demo-format.ts";
import { orderText as text } from "./order-text.ts";

/** An order as the API takes it. */
export function placeBody(run: number, terms: DemoOrderTerms): DemoCommandBody {
  const { symbol, side, type, units, price, limitPrice, stop, target, trail, expiresAt } = terms;
  const dollars = (steps: number | null) => (steps === null ? null : dollarsOfSteps(symbol, steps));
  return {
    type: "place",
    run,
    symbol,
    side,
    orderType: type,
    amount: amountOfUnits(units),
    price: dollars(price),
    limitPrice: dollars(limitPrice),
    stop: dollars(stop),
    target: dollars(target),
    trail: dollars(trail),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

/** What became of an order: what was filled at which price, or where it waits. */
export function placedWords(events: readonly DemoEvent[]): string {
  const placed = events.find((event) => event.type === "order_placed")?.order;
  if (!placed) return "";
  const { symbol, side, type, units } = placed;
  const what = `${unitsText(units)} ${symbol}`;
  const fill = events.find((event) => event.type === "filled" && event.fill.positionId === placed.id);
  if (fill?.type === "filled") return text.filled(side, what, stepsText(symbol, fill.fill.price));
  const price = placed.price ?? placed.limitPrice;
  return price === null ? "" : text.rests(type, side, what, stepsText(symbol, price));
}
