import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { closingPrice, SIGN } from "../../worker/contract/demo/demo-quotes.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { demoRun } from "./demo-account.ts";
import { demoLastPrice } from "./demo-prices.ts";

type Extreme = { trail: number; price: number };

const extremes = signal<ReadonlyMap<number, Extreme>>(new Map());

/**
 * The prices from which trailing stops count their distances, in steps, by the numbers of their positions. The account's
 * events do not name them, so the page follows the prices that it gets: where it missed one, the server's may be better for
 * the position.
 */
export const trailExtremes: ReadonlySignal<ReadonlyMap<number, Extreme>> = extremes;

effect(() => {
  const before = extremes.peek();
  const run = demoRun.value;
  const now = new Map<number, Extreme>();
  for (const { id, symbol, side, trail, extreme } of run?.positions ?? []) {
    if (trail === null || !run) continue;
    const quote = demoLastPrice(TRADED_SYMBOLS[symbol].pricedFrom).value;
    const known = before.get(id);
    const prices = [
      extreme?.price,
      known?.trail === trail ? known.price : undefined,
      quote ? closingPrice(quote, side, run.costs) : undefined,
    ].filter((price) => price !== undefined);
    if (prices.length === 0) continue;
    now.set(id, { trail, price: SIGN[side] * Math.max(...prices.map((price) => SIGN[side] * price)) });
  }
  const isSame = now.size === before.size && [...now].every(([id, { price }]) => before.get(id)?.price === price);
  if (!isSame) extremes.value = now;
});
