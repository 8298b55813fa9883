import { computed, type ReadonlySignal } from "@preact/signals-react";
import {
  equityCents,
  floatingCentsAt,
  freeMarginCents,
  usedMarginCents,
} from "../../worker/contract/demo/demo-margin.ts";
import { closingPrice, lastPrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { isStale } from "../state/prices.ts";
import { demoRun } from "./demo-account.ts";
import { demoValuePrice, liveDemoState } from "./demo-prices.ts";

/** The figures of the run at the prices of this page, in cents. Null while a position that a figure depends on has no price. */
export type DemoFigures = {
  balanceCents: number;
  /** The results of the open positions. */
  floatingCents: number | null;
  equityCents: number | null;
  usedMarginCents: number;
  freeMarginCents: number | null;
  /** The equity in percent of the used margin; also null without leverage or without a position. */
  marginLevelPercent: number | null;
};

/** The figures of the run; null until it is known. */
export const demoFigures: ReadonlySignal<DemoFigures | null> = computed(() => {
  const state = liveDemoState.value;
  const run = state?.run;
  if (!state || !run) return null;
  // The engine counts a position without a price as zero. The page may only not have received its price yet.
  const isPriced = run.positions.every(({ symbol }) => lastPrice(state, symbol) !== undefined);
  const equity = isPriced ? equityCents(state, run) : null;
  const usedMargin = usedMarginCents(run);
  const hasLevel = run.leverage !== null && usedMargin > 0;
  return {
    balanceCents: run.balanceCents,
    floatingCents: equity === null ? null : equity - run.balanceCents,
    equityCents: equity,
    usedMarginCents: usedMargin,
    freeMarginCents: isPriced || run.leverage === null ? freeMarginCents(state, run) : null,
    marginLevelPercent: hasLevel && equity !== null ? (equity * 100) / usedMargin : null,
  };
});

/** Whether the price of an open position is old or missing. */
export const isDemoStale: ReadonlySignal<boolean> = computed(
  () => demoRun.value?.positions.some(({ symbol }) => isStale(TRADED_SYMBOLS[symbol].pricedFrom).value) ?? false,
);

/** The result of an open position at its last price, in cents; null without a price. */
export function floatingOf(position: DemoPosition): ReadonlySignal<number | null> {
  const price = demoValuePrice(TRADED_SYMBOLS[position.symbol].pricedFrom);
  return computed(() => {
    const [quote, costs] = [price.value, demoRun.value?.costs];
    return quote && costs ? floatingCentsAt(position, closingPrice(quote, position.side, costs)) : null;
  });
}
