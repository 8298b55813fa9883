import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { type DemoSide, type DemoTrade, demoBalanceUsd, openProfitUsd } from "../market/demo-trading-rules.ts";
import { isStale, quoteOf, serverNow, tradablePrice } from "../state/prices.ts";

/** Demo trades exist only in this page: leaving it discards them. */

const trades = signal<readonly DemoTrade[]>([]);

/** Open trades, newest first. */
export const openTrades: ReadonlySignal<readonly DemoTrade[]> = computed(() =>
  trades.value.filter((trade) => trade.status === "open"),
);
/** Trades closed since the page was loaded, last closed first. */
export const closedTrades = computed(() =>
  trades.value.filter((trade) => trade.status === "closed").toSorted((a, b) => b.closedAt - a.closedAt),
);

/** The total profit of the closed trades, in dollars. */
export const closedProfit: ReadonlySignal<number> = computed(() => demoBalance.value - DEMO_BALANCE_USD);

/** The demo balance in dollars, without open trades. */
export const demoBalance: ReadonlySignal<number> = computed(() => demoBalanceUsd(trades.value));
/** The unrealised profit of the open trades, in dollars. */
export const demoProfit: ReadonlySignal<number> = computed(() =>
  openProfitUsd(trades.value, (symbol) => quoteOf(TRADED_SYMBOLS[symbol].pricedFrom).value?.price ?? null),
);
/** The demo balance plus the unrealised profit, in dollars. */
export const demoEquity: ReadonlySignal<number> = computed(() => demoBalance.value + demoProfit.value);

/** Whether any open trade is priced with a stale price. */
export const isDemoStale: ReadonlySignal<boolean> = computed(() =>
  openTrades.value.some(({ symbol }) => isStale(TRADED_SYMBOLS[symbol].pricedFrom).value),
);

/** An order on the demo account. */
export type DemoOrder = {
  symbol: TradedSymbol;
  type: DemoSide;
  /** Units of the symbol, above 0. */
  amount: number;
  /** The entry price set by the trader, in dollars; null for the market price. */
  price: number | null;
};

/**
 * Fills an order immediately.
 * @returns false when there is no price or it is stale
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
    timestamp: serverNow(),
    status: "open",
  };
  trades.value = [trade, ...trades.value];
  return true;
}

/**
 * Closes a trade at the market price.
 * @returns false when the trade is not open or the price is stale
 */
export function closeTrade(id: string): boolean {
  const trade = trades.value.find((one) => one.id === id);
  const closePrice = trade?.status === "open" ? tradablePrice(TRADED_SYMBOLS[trade.symbol].pricedFrom) : null;
  if (closePrice === null) return false;
  const closedAt = serverNow();
  trades.value = trades.value.map((one) => (one.id === id ? { ...one, status: "closed", closePrice, closedAt } : one));
  return true;
}

/**
 * Closes every open trade that has a fresh price.
 * @returns the number of trades that stayed open without one
 */
export function closeAllTrades(): number {
  for (const { id } of openTrades.peek()) closeTrade(id);
  return openTrades.peek().length;
}

/** Resets the demo account: the opening balance and no trades. */
export function resetDemo(): void {
  trades.value = [];
}
