import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";

/**
 * The rules of trading with demo money. Everything happens in this browser, on prices of the feed; sums are dollars.
 * Source: specification sections 3, 4 and 5.
 */

/**
 * Amounts and prices are counted in whole hundred-millionths while a profit is computed: doubles hold 0.1 and 67,120.50 only
 * nearly, and a large amount would bring the difference to light.
 */
const DECIMALS_MAX = 8;
const STEPS_PER_UNIT = 10 ** DECIMALS_MAX;
const STEPS_SQUARED_PER_CENT = BigInt(STEPS_PER_UNIT) ** 2n / 100n;

/**
 * The largest amount and price that are accepted. With eight decimals both have at most 15 digits, which a double keeps, and
 * a profit stays below 10 ** 15 cents, which are exact in a double too.
 */
export const DEMO_AMOUNT_MAX = 999_999;
export const DEMO_PRICE_MAX = 9_999_999;

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
 * What a trade has won or lost at a price: for a buy (price − entry) × amount, for a sell the negative. Exact; half a cent
 * is rounded away from zero, so that a loss is its gain's negative.
 * @returns dollars, whole cents
 */
export function profitUsd(trade: Pick<DemoTrade, "type" | "amount" | "price">, atPrice: number): number {
  return profitCents(trade, atPrice) / 100;
}

function profitCents({ type, amount, price }: Pick<DemoTrade, "type" | "amount" | "price">, atPrice: number): number {
  const moveSteps = stepsOf(atPrice) - stepsOf(price);
  const size = BigInt(Math.abs(moveSteps)) * BigInt(stepsOf(amount));
  const cents = Number((size + STEPS_SQUARED_PER_CENT / 2n) / STEPS_SQUARED_PER_CENT);
  const isGain = type === "buy" ? moveSteps > 0 : moveSteps < 0;
  // No negative zero: it would print with a sign.
  return isGain || cents === 0 ? cents : -cents;
}

/** A profit in percent of what the trade was opened for: entry × amount. */
export function profitPercent({ type, price }: Pick<DemoTrade, "type" | "price">, atPrice: number): number {
  const entrySteps = stepsOf(price);
  const moveSteps = type === "buy" ? stepsOf(atPrice) - entrySteps : entrySteps - stepsOf(atPrice);
  return (moveSteps * 100) / entrySteps;
}

/** The demo balance: what it began with, and what closed trades have brought. */
export function demoBalanceUsd(trades: readonly DemoTrade[]): number {
  const realisedCents = trades.reduce(
    (sum, trade) => (trade.status === "closed" ? sum + profitCents(trade, trade.closePrice) : sum),
    0,
  );
  return (DEMO_BALANCE_USD * 100 + realisedCents) / 100;
}

/**
 * What the open trades would bring now.
 * @param priceOf the market's price, or null when there is none yet: such a trade counts nothing
 */
export function openProfitUsd(trades: readonly DemoTrade[], priceOf: (symbol: TradedSymbol) => number | null): number {
  const cents = trades.reduce((sum, trade) => {
    const price = trade.status === "open" ? priceOf(trade.symbol) : null;
    return price === null ? sum : sum + profitCents(trade, price);
  }, 0);
  return cents / 100;
}

/**
 * Reads a typed amount or price: digits and one decimal point, above 0.
 * @param max `DEMO_AMOUNT_MAX` or `DEMO_PRICE_MAX`
 * @returns null for text that is no such number; "out_of_range" for one that is above `max` or has more than eight decimals
 */
export function readDecimal(text: string, max: number): number | "out_of_range" | null {
  const decimals = /^(?:\d+\.?(\d*)|\.(\d+))$/.exec(text.trim());
  const value = Number(text);
  if (!decimals || value === 0) return null;
  const isTooFine = (decimals[1] ?? decimals[2] ?? "").length > DECIMALS_MAX;
  return isTooFine || value > max ? "out_of_range" : value;
}

/** The amount that was typed, in units of what is traded. @returns null for one that no order can have */
export function readAmount(text: string): number | null {
  const amount = readDecimal(text, DEMO_AMOUNT_MAX);
  return amount === "out_of_range" ? null : amount;
}

/** The price that was typed, in dollars. @returns null for one that no order can have */
export function readPrice(text: string): number | null {
  const price = readDecimal(text, DEMO_PRICE_MAX);
  return price === "out_of_range" ? null : price;
}

/** Whole hundred-millionths; exact for whatever `readDecimal` accepts. */
function stepsOf(value: number): number {
  return Math.round(value * STEPS_PER_UNIT);
}
