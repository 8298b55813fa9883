import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";

/**
 * The rules of demo trading. Everything happens in this browser, on prices of the feed; sums are dollars.
 * Source: specification sections 3, 4 and 5.
 */

/**
 * Profits are computed from amounts and prices as whole hundred-millionths: doubles cannot represent 0.1 or 67,120.50
 * exactly, and a large amount would make the error visible.
 */
const DECIMALS_MAX = 8;
const STEPS_PER_UNIT = 10 ** DECIMALS_MAX;
const STEPS_SQUARED_PER_CENT = BigInt(STEPS_PER_UNIT) ** 2n / 100n;

/**
 * The largest accepted amount. With eight decimals, amounts and prices have at most 15 digits, which a double
 * represents exactly, and a profit stays below 10 ** 15 cents, which is exact in a double too.
 */
export const DEMO_AMOUNT_MAX = 999_999;
/** The largest accepted price, in dollars; see `DEMO_AMOUNT_MAX`. */
export const DEMO_PRICE_MAX = 9_999_999;

/** The side of a demo order. */
export type DemoSide = "buy" | "sell";

/** A demo trade, open or closed. Instants in epoch ms, prices in dollars per unit. */
export type DemoTrade = {
  id: string;
  symbol: TradedSymbol;
  type: DemoSide;
  /** Units of the traded symbol, above 0. */
  amount: number;
  /** The entry price, in dollars per unit. */
  price: number;
  /** When it was opened, epoch ms. */
  timestamp: number;
} & ({ status: "open" } | { status: "closed"; closePrice: number; closedAt: number });

/** What the profit of a trade follows from. */
type Profitable = Pick<DemoTrade, "symbol" | "type" | "amount" | "price">;

/**
 * The profit or loss of a trade at a price: (price − entry) × amount for a buy, the negative for a sell; of a symbol
 * with a divisor, the part of it that one counts. Exact; half a cent is rounded away from zero, so that mirrored trades
 * have mirrored results.
 * @returns dollars, whole cents
 */
export function profitUsd(trade: Profitable, atPrice: number): number {
  return profitCents(trade, atPrice) / 100;
}

function profitCents({ symbol, type, amount, price }: Profitable, atPrice: number): number {
  const moveSteps = stepsOf(atPrice) - stepsOf(price);
  const size = BigInt(Math.abs(moveSteps)) * BigInt(stepsOf(amount));
  const perCent = STEPS_SQUARED_PER_CENT * BigInt(TRADED_SYMBOLS[symbol].divisor);
  const cents = Number((size + perCent / 2n) / perCent);
  const isGain = type === "buy" ? moveSteps > 0 : moveSteps < 0;
  // Avoids negative zero, which would print with a sign.
  return isGain || cents === 0 ? cents : -cents;
}

/** What an amount is worth at a price, in dollars that are not rounded to cents. */
export function notionalUsd({ symbol, amount, price }: Pick<DemoTrade, "symbol" | "amount" | "price">): number {
  return (amount * price) / TRADED_SYMBOLS[symbol].divisor;
}

/** The profit in percent of the trade's opening value. */
export function profitPercent({ type, price }: Pick<DemoTrade, "type" | "price">, atPrice: number): number {
  const entrySteps = stepsOf(price);
  const moveSteps = type === "buy" ? stepsOf(atPrice) - entrySteps : entrySteps - stepsOf(atPrice);
  return (moveSteps * 100) / entrySteps;
}

/** The demo balance in dollars: the opening balance plus the profits of closed trades. */
export function demoBalanceUsd(trades: readonly DemoTrade[]): number {
  const realisedCents = trades.reduce(
    (sum, trade) => (trade.status === "closed" ? sum + profitCents(trade, trade.closePrice) : sum),
    0,
  );
  return (DEMO_BALANCE_USD * 100 + realisedCents) / 100;
}

/**
 * The unrealised profit of the open trades, in dollars.
 * @param priceOf the market price, or null while there is none: such a trade counts as zero
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
 * @returns null for other text; "out_of_range" for a number above `max` or with more than eight decimals
 */
export function readDecimal(text: string, max: number): number | "out_of_range" | null {
  const decimals = /^(?:\d+\.?(\d*)|\.(\d+))$/.exec(text.trim());
  const value = Number(text);
  if (!decimals || value === 0) return null;
  const isTooFine = (decimals[1] ?? decimals[2] ?? "").length > DECIMALS_MAX;
  return isTooFine || value > max ? "out_of_range" : value;
}

/**
 * Reads a typed amount, in units of the symbol.
 * @returns null for an invalid amount
 */
export function readAmount(text: string): number | null {
  const amount = readDecimal(text, DEMO_AMOUNT_MAX);
  return amount === "out_of_range" ? null : amount;
}

/**
 * Reads a typed price, in dollars.
 * @returns null for an invalid price
 */
export function readPrice(text: string): number | null {
  const price = readDecimal(text, DEMO_PRICE_MAX);
  return price === "out_of_range" ? null : price;
}

/** Whole hundred-millionths; exact for everything that `readDecimal` accepts. */
function stepsOf(value: number): number {
  return Math.round(value * STEPS_PER_UNIT);
}
