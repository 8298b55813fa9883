import type { DemoFill, DemoRefusalCode, DemoRule } from "../../../worker/contract/demo/demo-types.ts";
import { formatSignedMoney, formatUnits, inOneLine } from "../../ui/format.ts";
import { priceOf } from "./traded-price.ts";

/** The text of demo trading on the landing page, loaded with it. */
export const tradingText = {
  keep: "Create account to keep a balance",
  openTerminal: "Open the terminal to continue",
  order: "Demo order",
  amount: "Amount",
  stop: "Stop loss",
  target: "Take profit",
  optional: "Optional",
  notUnderstood: "Correct the number first",
  /** On the button of an order: `Closed until Nov 22, 06:00` */
  closedUntil: (opens: string) => `Closed until ${opens}`,
  keepsNothing:
    "Demo money at live prices, and nothing is kept: leaving this page ends it. An account keeps its demo balance, orders and history.",
  positions: "Your demo positions",
  /** The prices at which a position was opened and would be closed. */
  fromTo: (entry: string, now: string) => `${entry} → ${now}`,
  noPositions: "Your demo positions appear here.",
  balance: "Balance",
  equity: "Equity",
  pnl: "PNL",
  close: "Close",
  closePosition: (symbol: string) => `Close ${symbol}`,
} as const;

/** Why no order can be placed, on its button. */
export const ORDER_WAITS: Readonly<Partial<Record<DemoRefusalCode, string>>> = {
  sources_disagree: "Price sources disagree",
  not_enough: "Not enough demo money",
  too_many_positions: "Too many open positions",
};

const CLOSED: Readonly<Partial<Record<DemoRule, string>>> = {
  stop_loss: "Stop loss",
  take_profit: "Take profit",
  stop_out: "Stop-out",
};

/** A fill in words: `Bought 0.05 BTCUSD at 67,120.50`, `Closed 0.05 BTCUSD at 67,150.00: +$1.48` */
export function fillText({ kind, side, rule, units, symbol, price, profitCents }: DemoFill): string {
  const deal = `${formatUnits(units)} ${symbol} at ${priceOf(symbol, price)}`;
  if (kind === "open") return `${side === "buy" ? "Bought" : "Sold"} ${deal}`;
  return `${CLOSED[rule] ?? "Closed"} ${deal}: ${inOneLine(formatSignedMoney((profitCents ?? 0) / 100))}`;
}
