import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf, serverNow, tradablePrice } from "../state/prices.ts";
import { type DemoSide, type DemoTrade, demoBalanceUsd, openProfitUsd } from "./demo-trading-rules.ts";

/** Trades on demo money. They live in this page alone: leaving it forgets them. */

const trades = signal<readonly DemoTrade[]>([]);

/** Newest first. */
export const openTrades: ReadonlySignal<readonly DemoTrade[]> = computed(() =>
  trades.value.filter((trade) => trade.status === "open"),
);
/** Closed since the page was loaded, the last closed first. */
export const closedTrades = computed(() =>
  trades.value.filter((trade) => trade.status === "closed").toSorted((a, b) => b.closedAt - a.closedAt),
);

/** What the closed trades have brought together. */
export const closedProfit: ReadonlySignal<number> = computed(() => demoBalance.value - DEMO_BALANCE_USD);

export const demoBalance: ReadonlySignal<number> = computed(() => demoBalanceUsd(trades.value));
/** What the open trades would bring now. */
export const demoProfit: ReadonlySignal<number> = computed(() =>
  openProfitUsd(trades.value, (symbol) => quoteOf(TRADED_SYMBOLS[symbol].pricedFrom).value?.price ?? null),
);
export const demoEquity: ReadonlySignal<number> = computed(() => demoBalance.value + demoProfit.value);

/** Whether what the open trades would bring rests on a price that is too old. */
export const isDemoStale: ReadonlySignal<boolean> = computed(() =>
  openTrades.value.some(({ symbol }) => isStale(TRADED_SYMBOLS[symbol].pricedFrom).value),
);

export type DemoOrder = {
  symbol: TradedSymbol;
  type: DemoSide;
  /** Above 0. */
  amount: number;
  /** The entry that the trader names; null takes the market's. */
  price: number | null;
};

/**
 * Fills an order at once.
 * @returns false when there is no price to trade on, or it is too old
 */
export function placeOrder({ symbol, type, amount, price }: DemoOrder): boolean {
  const marketPrice = tradablePrice(TRADED_SYMBOLS[symbol].pricedFrom);
  if (marketPrice === null) return false;
  const trade: DemoTrade = {
    id: crypto.randomUUID(),
    symbol,
    type,
    amount,
    price: price ?? marketPrice,
    isOwnPrice: price !== null,
    timestamp: serverNow(),
    status: "open",
  };
  trades.value = [trade, ...trades.value];
  return true;
}

/**
 * Closes a trade at the market's price.
 * @returns false when it is not open, or the price is too old to close on
 */
export function closeTrade(id: string): boolean {
  const trade = trades.value.find((one) => one.id === id);
  const closePrice = trade?.status === "open" ? tradablePrice(TRADED_SYMBOLS[trade.symbol].pricedFrom) : null;
  if (closePrice === null) return false;
  const closedAt = serverNow();
  trades.value = trades.value.map((one) => (one.id === id ? { ...one, status: "closed", closePrice, closedAt } : one));
  return true;
}

/** Closes every open trade that has a fresh price. @returns how many stayed open without one */
export function closeAllTrades(): number {
  for (const { id } of openTrades.peek()) closeTrade(id);
  return openTrades.peek().length;
}

/** Begins again with the demo balance of the first day and no trades. */
export function resetDemo(): void {
  trades.value = [];
}
