import { computed, type ReadonlySignal } from "@preact/signals-react";
import {
  equityCents,
  floatingCentsAt,
  freeMarginCents,
  usedMarginCents,
} from "../../worker/contract/demo/demo-margin.ts";
import { closingPrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { isStale } from "../state/prices.ts";
import { demoRun } from "./demo-account.ts";
import { demoValuePrice, liveDemoState } from "./demo-prices.ts";

/** What the run is worth at the prices of this page, in cents. */
export type DemoFigures = {
  balanceCents: number;
  /** The results of the open positions. */
  floatingCents: number;
  equityCents: number;
  usedMarginCents: number;
  freeMarginCents: number;
  /** The equity in percent of the used margin; null without leverage or without a position. */
  marginLevelPercent: number | null;
  /** Whether a position's price is old or missing: one without a price counts as zero. */
  isStale: boolean;
};

/** The figures of the run; null until it is known. */
export const demoFigures: ReadonlySignal<DemoFigures | null> = computed(() => {
  const state = liveDemoState.value;
  const run = state?.run;
  if (!state || !run) return null;
  const equity = equityCents(state, run);
  const usedMargin = usedMarginCents(run);
  return {
    balanceCents: run.balanceCents,
    floatingCents: equity - run.balanceCents,
    equityCents: equity,
    usedMarginCents: usedMargin,
    freeMarginCents: freeMarginCents(state, run),
    marginLevelPercent: run.leverage === null || usedMargin === 0 ? null : (equity * 100) / usedMargin,
    isStale: isDemoStale.value,
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
