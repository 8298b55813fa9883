import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import type { TradedSymbol } from "./traded-symbols.ts";

/**
 * The rules of trading with demo money. Everything happens in this browser, on prices of the feed; sums are dollars.
 * Source: specification sections 3, 4 and 5.
 */

/** More decimals than any price has. */
const PRICE_DIGITS = 8;
/** So many digits of a double are its own; those after them are rounding. */
const DOUBLE_DIGITS = 15;

export type DemoSide = "buy" | "sell";

export type DemoTrade = {
  id: string;
  symbol: TradedSymbol;
  type: DemoSide;
  /** Units of what is traded, above 0. */
  amount: number;
  /** The entry, in dollars a unit. */
  price: number;
  /** Whether the trader named the entry; else it was the market's. */
  isOwnPrice: boolean;
  /** When it was opened, epoch ms. */
  timestamp: number;
} & ({ status: "open" } | { status: "closed"; closePrice: number; closedAt: number });

/**
 * What a trade has won or lost at a price: for a buy (price − entry) × amount, for a sell the negative.
 * @returns dollars, whole cents
 */
export function profitUsd(
  { type, amount, price }: Pick<DemoTrade, "type" | "amount" | "price">,
  atPrice: number,
): number {
  // Two prices near each other leave noise behind that a large amount, or half a cent, would bring to light.
  const gain = Number((atPrice - price).toFixed(PRICE_DIGITS)) * amount;
  return roundToCents(type === "buy" ? gain : -gain);
}

/** A profit in percent of what the trade was opened for: entry × amount. */
export function profitPercent(trade: Pick<DemoTrade, "type" | "amount" | "price">, atPrice: number): number {
  const sign = trade.type === "buy" ? 1 : -1;
  return (sign * (atPrice - trade.price) * 100) / trade.price;
}

/** The demo balance: what it began with, and what closed trades have brought. */
export function demoBalanceUsd(trades: readonly DemoTrade[]): number {
  const realised = trades.reduce(
    (sum, trade) => (trade.status === "closed" ? sum + profitUsd(trade, trade.closePrice) : sum),
    DEMO_BALANCE_USD,
  );
  return roundToCents(realised);
}

/**
 * What the open trades would bring now.
 * @param priceOf the market's price, or null when there is none yet: such a trade counts nothing
 */
export function openProfitUsd(trades: readonly DemoTrade[], priceOf: (symbol: TradedSymbol) => number | null): number {
  const sum = trades.reduce((total, trade) => {
    const price = trade.status === "open" ? priceOf(trade.symbol) : null;
    return price === null ? total : total + profitUsd(trade, price);
  }, 0);
  return roundToCents(sum);
}

/** Reads what was typed into an amount or a price: digits and one decimal point, above 0. @returns null for all else */
export function readPositive(text: string): number | null {
  if (!/^(\d+\.?\d*|\.\d+)$/.test(text.trim())) return null;
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Half a cent goes away from zero, so that a loss is its gain's negative. Adding zero makes a negative zero a plain one. */
function roundToCents(usd: number): number {
  const cents = Math.round(Number((Math.abs(usd) * 100).toPrecision(DOUBLE_DIGITS)));
  return (Math.sign(usd) * cents) / 100 + 0;
}
